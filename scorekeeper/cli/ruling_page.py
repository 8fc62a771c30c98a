"""A ruling on paper, from the command line: loaded only where one is asked for."""

from pathlib import Path
from typing import get_args

from scorekeeper import folders
from scorekeeper.cli.common import shelf
from scorekeeper.comparison import under_every_book
from scorekeeper.documents import read_toml, write_whole
from scorekeeper.draft import facts_told
from scorekeeper.judge import Ruling
from scorekeeper.paper import Format, Paper
from scorekeeper.questions import questions
from scorekeeper.redraft import draft_of
from scorekeeper.sheets import Look, printed
from scorekeeper.sheets.rulings import Settled, ruled, ruling_part
from scorekeeper.situation import Situation
from scorekeeper.wording import wording


def write_page(
    file: Path, situation: Situation, ruling: Ruling, output: Path, form: Format, paper: str
) -> None:
    """Write the ruling on a situation's file as PDF, SVG or PNG. Raises ScorekeeperError."""
    rules, books = folders.shipped("rules"), shelf()
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
