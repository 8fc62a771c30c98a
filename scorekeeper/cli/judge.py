"""`scorekeeper judge`: a ruling on a file, printed or on a page."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from scorekeeper.cli import options
from scorekeeper.cli.common import STDOUT, chosen_paper, names_file, open_game, source, write_files
from scorekeeper.cli.flags import (
    TABLE_FLAGS,
    ToldTable,
    complete_asked,
    how_to_ask,
    question_options,
    told_situation,
)
from scorekeeper.cli.output import say, say_json
from scorekeeper.errors import Malformed, ScorekeeperError, at_place
from scorekeeper.formats import (
    Shelf,
    every_question,
    questions,
    read_dispute,
    shipped_wording,
    situation_text,
)
from scorekeeper.judge import (
    QUESTIONS,
    PrintedRuling,
    RecordOrSituation,
    Ruling,
    Situation,
    UnplayableBook,
    alternatives,
    basis_sentence,
    find_question,
    follows,
    group_by_answer,
    rule_on,
    rule_sentence,
    ruling_headline,
    ruling_sentence,
    under_every_book,
)
from scorekeeper.round_record import RoundRecord
from scorekeeper.rules import AskText, RuleBook, Wording
from scorekeeper.session import parse_house, shelf
from scorekeeper.system import Format, Paper, Source, format_of, shipped_folder
from scorekeeper.text import N_, _, join_or

STATUS = {"legal": 0, "illegal": 1, "depends": 3, "no-rule": 3}
UNUSABLE, DIFFERENT = 2, 3


@click.command("judge", epilog="scorekeeper judge pass --player Ben --yard 5 --ends '2 8'")
@click.argument("asked", metavar="FILE|QUESTION", required=False, shell_complete=complete_asked)
@question_options
@options.rules
@click.option("--all", "every", is_flag=True, help="Answer under every rule book of the game.")
@options.json
@click.option(
    "-o",
    "--output",
    type=options.OutputFile(),
    help="Also print the ruling as a page: PDF, SVG or PNG, by the name's ending; - for stdout, without words.",
)
@options.paper
@click.option(
    "--save",
    type=options.OutputFile(),
    help="Also write the question as a file; - for stdout, without the ruling.",
)
@options.force
def judge(
    asked: str | None,
    book: str | None,
    house: tuple[str, ...],
    every: bool,
    as_json: bool,
    output: Path | None,
    paper: Paper | None,
    save: Path | None,
    force: bool,
    **flags: Any,
) -> int:
    """Settle a dispute: a recorded round, or a position and a question.

    Name a file, or one of the questions and what is known, typed as in the app; alone it lists the questions.

    Exit status: 0 legal, 1 illegal, 3 it depends (with --all: the rule books differ).
    """
    books, to_stdout = shelf(), STDOUT in (output, save)
    if asked is None:
        say(*_listed_questions(flags["game"]))
        return 0
    if to_stdout and (output == save or as_json or every):
        sentence = N_("Standard output takes one file and nothing else; name a file, or leave out the rest.")
        raise click.UsageError(_(sentence))
    is_question = find_question(asked) is not None
    file = None if is_question or not names_file(asked) else source(asked)
    table = ToldTable(book=book, **{name: flags.pop(name) for name in TABLE_FLAGS})
    record = _record(asked if file is None else file, table, flags, books)
    changes = parse_house(house)
    words = shipped_wording()
    if output is not None:
        _check_page(record, output, every)
    used = books.book(book or record.rules)
    # a record asks nothing in words
    text = every_question()[record.question.ask].under(used.rules) if isinstance(record, Situation) else None
    agreed = {**record.house, **changes} if used.id == record.rules else changes
    if save is not None:
        if isinstance(record, RoundRecord):
            raise Malformed(_("Only a question can be saved; this is a record."), "--save")
        saved = situation_text(replace(record, rules=used.id, house=agreed))
        write_files({save: saved.encode()}, force)
    if every:
        rulings = under_every_book(record, books.same_game(used.id), books.book, words, changes)
        return _print_all(rulings, text, as_json)
    with at_place(str(file or asked)):
        ruling = rule_on(record, agreed, used, words)
    if as_json:
        say_json(_fields(ruling))
    elif not to_stdout:
        rule = list(_rule(ruling, used, agreed, words.under(used.rules)))
        untold = record if file is None and not (table.double or table.game) else None
        taken = _round_taken(untold, ruling, lambda other: rule_on(other, agreed, used, words))
        say(*_lines(ruling, record, text), *taken, *_instead(ruling, record), *rule, *_result(ruling, record))
    if output is not None and isinstance(record, Situation):
        situation = replace(record, rules=ruling.rules, house=agreed)
        printed = _page_of(situation, ruling, format_of(output.name) or "pdf", paper or chosen_paper())
        write_files({output: printed}, force, lasting=False)
    return STATUS[ruling.verdict]


def _listed_questions(game: str | None) -> Iterator[str]:
    """Yield every question by its name and in words; of a game only those that can be asked at its table."""
    rules = None if game is None else open_game(game).rules
    for ask, text in questions(shipped_folder("rules")).items():
        if rules is None:
            yield f"{ask}: {text.question}"
        elif rules.layout.has(QUESTIONS[ask].layout):
            yield f"{ask}: {text.under(rules).question}"


def _record(
    asked: str | Source, table: ToldTable, flags: Mapping[str, Any], books: Shelf
) -> RecordOrSituation:
    """Return the record or situation of a file, or the one that flags tell of a question. Raises ScorekeeperError."""
    typed = {name.removeprefix("told_").replace("_", "-"): texts for name, texts in flags.items()}
    if isinstance(asked, str):
        if find_question(asked) is None:
            raise how_to_ask(asked)
        return told_situation(asked, table, typed, books)
    given = [name for name, text in (typed | table._asdict()).items() if text and name != "book"]
    if given:
        raise Malformed(_("A file tells all of it; such a flag goes with a question."), f"--{given[0]}")
    return read_dispute(asked, books.book)


def _check_page(asked: RecordOrSituation, path: Path, every: bool) -> None:
    """Raise if no page can be printed: under all books, of a record, or into a file whose name is no page's."""
    if every:
        raise click.UsageError(_("A page shows one ruling and what other books say; leave out --all."))
    if isinstance(asked, RoundRecord):
        raise Malformed(_("Only a ruling on a situation can be printed; this is a record."), "-o")
    if path != STDOUT and format_of(path.name) is None:
        raise Malformed(_("A page is a .pdf, .svg or .png file."), str(path))


def _page_of(situation: Situation, ruling: Ruling, form: Format, paper: Paper) -> bytes:
    """Return the ruling on a situation as PDF, SVG or PNG. Raises ScorekeeperError."""
    from scorekeeper.judge import draft_of
    from scorekeeper.sheets import Look, ruling_page, typeset

    books, words = shelf(), shipped_wording()
    others = under_every_book(situation, books.same_game(ruling.rules), books.book, words)
    page = ruling_page(situation, draft_of(situation, every_question()), ruling, others, books.book, words)
    return typeset([page], Look(template="ruling", paper=paper), form).pages[0]


def _headline(ruling: Ruling, text: AskText | None) -> str:
    legal = {"legal": _("Legal"), "illegal": _("Not legal")}
    return ruling_headline(ruling, legal if text is None else text.answers)


def _lines(ruling: Ruling, record: RecordOrSituation, text: AskText | None) -> list[str]:
    """Return a ruling as people read it: the answer with what decides, and what else there is to say."""
    if text is not None and isinstance(record, Situation):
        sentence = ruling_sentence(ruling, text.statements, record)
        return list(filter(None, (_("{sentence}.", sentence=sentence), ruling.besides)))
    return [_("{rules}: {verdict}", rules=ruling.rules, verdict=_headline(ruling, text)), *_grounds(ruling)]


def _round_taken(
    asked: RecordOrSituation | None, ruling: Ruling, judged: Callable[[Situation], Ruling]
) -> list[str]:
    """Return that the first round was taken as nobody told it, where the tile would go in the round of its number."""
    if not isinstance(asked, Situation):
        return []
    sentence = N_("Nobody said which round this is, so it is taken to be the first, that of {double}.")
    for number in asked.tile or ():
        with suppress(ScorekeeperError):  # the position cannot be that of such a round
            if judged(replace(asked, double=number)).decision != ruling.decision:
                return [_(sentence, double=asked.starting_double)]
    return []


def _fields(ruling: Ruling | UnplayableBook) -> dict[str, object]:
    """Return what a ruling, or a book that gives none, prints as JSON."""
    kind = PrintedRuling if isinstance(ruling, Ruling) else UnplayableBook
    return {name: getattr(ruling, name) for name in kind.__struct_fields__}


def _print_all(rulings: Sequence[Ruling | UnplayableBook], text: AskText | None, as_json: bool) -> int:
    """Print a ruling per rule book and return the exit status."""
    groups = group_by_answer(rulings)
    if as_json:
        say_json({"rulings": [_fields(ruling) for ruling in rulings], "agree": len(groups) < 2})
    else:
        say(*([] if text is None else [text.question]))
        for group in groups:
            answer = _headline(group[0], text)
            say(_("{answer} ({count}):", answer=answer, count=len(group)))
            for ruling in group:
                reason = " ".join(_grounds(ruling))
                if ruling.at is None:
                    reason = reason.replace(ruling.reason, ruling.after_colon, 1)
                reason = reason.removeprefix(f"{answer}. ")  # of a rule the answer says it
                say(_("  {rules}: {reason}", rules=ruling.rules, reason=reason))
            say("")
        faults = (fault for fault in rulings if isinstance(fault, UnplayableBook))
        say(*(_("{rules}: {why}", rules=fault.rules, why=fault.error) for fault in faults))
    if not groups:
        return UNUSABLE
    return STATUS[groups[0][0].verdict] if len(groups) == 1 else DIFFERENT


def _grounds(ruling: Ruling) -> list[str]:
    """Return where a ruling stops, why, and what would settle it."""
    at = [] if ruling.at is None else [_("Action {at}: {action}.", at=ruling.at, action=ruling.action)]
    if all(needed in ruling.reason for needed in ruling.needs):
        return [*at, ruling.reason]
    needs = "; ".join(ruling.needs)
    return [*at, ruling.reason, _("To decide, it would help to know: {needs}.", needs=needs)]


def _instead(ruling: Ruling, record: RecordOrSituation) -> list[str]:
    """Return what may be done instead."""
    actions = join_or(alternatives(ruling, record.players, record.set_size))
    sentence = N_("Then: {actions}.") if follows(ruling) else N_("Instead: {actions}.")
    return [_(sentence, actions=actions)] if actions else []


def _rule(ruling: Ruling, book: RuleBook, house: Collection[str], words: Wording) -> Iterator[str]:
    """Yield the rule that a ruling rests on, in words, and how sure it is that the book says so."""
    basis = basis_sentence(ruling, book, house, words)
    if ruling.rule is None or not basis:
        return
    named = _("Rule: {rule} ({key}).", rule=words.keys[ruling.rule].name, key=ruling.rule)
    yield " ".join(filter(None, (named, rule_sentence(ruling, words), basis)))


def _result(ruling: Ruling, record: RecordOrSituation) -> list[str]:
    """Return the hands that were left, where a round was played to its end."""
    result, sentence = ruling.result, N_("{player}: {hand} ({points})")
    if result is None or result.ended is None or isinstance(record, Situation):
        return []
    return [
        _(sentence, player=player, hand=hand or "-", points=result.points.get(player, "?"))
        for player, hand in result.hands.items()
    ]
