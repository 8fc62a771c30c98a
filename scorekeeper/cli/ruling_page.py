"""A ruling on paper, from the command line: loaded only where one is asked for."""

from pathlib import Path
from typing import get_args

from scorekeeper.formats.questions import questions
from scorekeeper.formats.rule_words import wording
from scorekeeper.judge.comparison import under_every_book
from scorekeeper.judge.draft import facts_told
from scorekeeper.judge.redraft import draft_of
from scorekeeper.judge.ruling import Ruling
from scorekeeper.judge.situation import Situation
from scorekeeper.session.library import shelf
from scorekeeper.sheets import Look, printed
from scorekeeper.sheets.ruling_sheet import Settled, ruled, ruling_part
from scorekeeper.system import paths
from scorekeeper.system.files import read_toml, write_whole
from scorekeeper.system.paper import Format, Paper


def write_page(
    file: Path, situation: Situation, ruling: Ruling, output: Path, form: Format, paper: str
) -> None:
    """Write the ruling on a situation's file as PDF, SVG or PNG. Raises ScorekeeperError."""
    rules, books = paths.shipped("rules"), shelf()
    text, words = questions(rules)[situation.question.ask], wording(rules)
    settled = Settled(
        question=text.question,
        answers=text.answers,
        told=facts_told(draft_of(read_toml(file), {})),
        situation=situation,
        ruling=ruling,
        others=under_every_book(situation, books.ids(), books.book, words),
        books={book_id: books.book(book_id) for book_id in books.ids()},
    )
    look = Look(template="ruling", paper=next(each for each in get_args(Paper) if each == paper))
    page = ruled(ruling_part(settled, words), situation, books.book(ruling.rules).title)
    write_whole(output, printed([page], look, form).pages[0], lasting=False)
