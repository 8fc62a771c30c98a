"""Templates: what the shipped ones promise, how the user's own are found, and what they may not do."""

import re
from base64 import b64decode, b64encode
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from msgspec.structs import fields, replace

from scorekeeper.errors import Malformed, NotFound
from scorekeeper.rules import FEET
from scorekeeper.sheets import (
    Look,
    blank_sheet,
    shipped_templates,
    template_names,
    template_titles,
    typeset,
)
from scorekeeper.sheets.content import Row, Sheet, SheetCell, SheetPlace, SheetSeat
from scorekeeper.sheets.game_sheet import filled_sheet
from scorekeeper.sheets.small_print import Chapter, Paragraph, RuleLine
from scorekeeper.sheets.templates import game_words, label_words, template_file
from scorekeeper.sheets.typesetting import Data, SheetParts, unshown
from scorekeeper.system import named_language, paths
from scorekeeper.text import spoken
from tests.catalogues import TRANSLATED, language_of
from tests.conftest import by_cases
from tests.games import NAMES, new_game, played
from tests.geometry import measured
from tests.paper import page_texts, squeezed
from tests.sheets.test_sheets import assert_ink_inside_margins
from tools.pictures import examples

README = (paths.shipped_folder("templates") / "README.md").read_text(encoding="utf-8")
HEAD = '#import "@scorekeeper/sheet:1.0.0": *\n#show: typeset\n'


@pytest.fixture
def own(tmp_path, monkeypatch) -> Path:
    """Return the user's empty folder of templates."""
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    folder = paths.templates_folder()
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def one(shelf) -> Sheet:
    """Return a small blank sheet."""
    return blank_sheet(shelf.book("classic"), 6, NAMES[:3])


def described(heading: str) -> list[str]:
    """Return the names in the first column of the README's table under a heading."""
    section = README.partition(f"# {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\| `([^`(]+)", section, flags=re.MULTILINE)


def test_every_template_is_listed_and_has_a_title():
    """The README names the templates that ship, and no others; the app has a title for each."""
    assert sorted(described("Templates of the score sheets")) == [*shipped_templates()]
    assert template_titles().keys() == set(shipped_templates())


@pytest.mark.parametrize(
    ("heading", "struct"),
    [
        ("Fields of `data`", Data),
        ("Fields of `show`", SheetParts),
        ("Fields of a sheet", Sheet),
        ("Fields of a player", SheetSeat),
        ("Fields of a round", Row),
        ("Fields of a box", SheetCell),
        ("Fields of a place", SheetPlace),
        ("Fields of a paragraph", Paragraph),
        ("Fields of a chapter", Chapter),
        ("Fields of a rule", RuleLine),
    ],
)
def test_the_readme_lists_every_field(heading, struct):
    """The README lists exactly the fields that a template gets, in order."""
    assert described(heading) == [field.name for field in fields(struct)]


def test_the_readme_lists_every_word():
    """The README names every word that a template may print."""
    assert described("Fields of `words`") == [*game_words("", layout=FEET), *label_words()]


EXAMPLES = examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_readme_print(shelf, own, name):
    """Each template of the README prints a blank and a filled sheet on one page each, and nothing is too tall."""
    (own / f"{name}.typ").write_text(EXAMPLES[name], encoding="utf-8")
    game = played(new_game(shelf, 9, NAMES[:4]))
    sheets = [blank_sheet(shelf.book("classic"), 12, 8), filled_sheet(game, "Classic")]
    done = typeset(sheets, Look(template=name))
    assert len(page_texts(done.pages[0])) == 2
    assert done.warnings == ()


def test_a_page_that_is_too_tall_is_told(one, own):
    """A template of the user's own that needs more height than the page has gets a warning with the excess."""
    draw = "(sheet, width, height) => {{ score-table(sheet, width, 100mm); v(height - 100mm + {mm}mm) }}"
    for excess, warnings in (("-1", 0), ("7.4", 1)):
        (own / "tall.typ").write_text(f"{HEAD}#pages({draw.format(mm=excess)})\n", encoding="utf-8")
        told = typeset([one], Look(template="tall")).warnings
        assert len(told) == warnings
    assert "8 mm too tall" in told[0]


def test_a_club_has_its_own_emblem_on_every_sheet(one, own):
    """A picture in the templates folder replaces the mark of the game."""
    before = typeset([one], form="svg").pages[0]
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"
    (own / "emblem.svg").write_text(drawing, encoding="utf-8")
    after = typeset([one], form="svg").pages[0]
    assert b64encode(drawing.encode()) in after
    assert b64encode(drawing.encode()) not in before


def test_an_emblem_that_cannot_be_drawn_is_named(one, own):
    """A damaged emblem is refused with its file, not with a line of a template."""
    (own / "emblem.svg").write_text("no picture", encoding="utf-8")
    with pytest.raises(Malformed, match=r"emblem\.svg: This is not a picture in SVG; save"):
        typeset([one])


def unbroken(text: str) -> str:
    """Return a text without spaces, line ends and hyphens, which a narrow column may add."""
    return squeezed(text).replace("-", "")


@pytest.mark.parametrize("name", [name for name in shipped_templates() if name != "ruling"])
def test_every_template_keeps_the_margins(shelf, words, name):
    """Every template prints a finished game of twelve with every name, and nothing in the margins."""
    game = played(new_game(shelf, 18, NAMES))
    sheet = filled_sheet(game, "Double chicken foot", wording=words)
    look = Look(template=name, paper="a4", pixels_per_inch=40)
    text = "".join(page_texts(typeset([sheet], look).pages[0]))
    assert name == "rules-card" or all(unbroken(player) in unbroken(text) for player in game.players)
    assert_ink_inside_margins(sheet, look)


def test_the_rules_card_says_every_rule(shelf, words):
    """Every sentence of the rules in force is on the card, a changed one marked."""
    game = new_game(shelf, 9, NAMES[:4], scoring__double_blank=25)
    sheet = filled_sheet(game, "Classic", wording=words)
    (text,) = page_texts(typeset([sheet], Look(template="rules-card")).pages[0])
    lines = [line for chapter in sheet.chapters for line in chapter.rules]
    assert len(lines) > 25
    assert all(squeezed(line.text) in squeezed(text) for line in lines)
    assert "25" in next(line.text for line in lines if line.house)


@pytest.mark.parametrize("code", ["en", *TRANSLATED])
@pytest.mark.parametrize(("book", "numbers"), [("classic", "8 42 4"), ("train-usual", "12 18")])
def test_the_rules_card_has_the_numbers_of_the_deal_in_large(shelf, words, code, book, numbers):
    """How many tiles everybody draws and how many stay in the yard can be read from afar; each is said once there."""
    with spoken(named_language(code)):
        sheet = blank_sheet(shelf.book(book), 12, 6, wording=words)
        (page,) = measured(typeset([sheet], Look(template="rules-card")).pages[0])
    large = [place for place, run in enumerate(page.runs) if run.size > 40]
    assert " ".join(page.runs[place].text for place in large) == numbers
    told = " ".join(run.text for run in page.runs[large[0] : large[-1] + 1])
    assert " ".join(re.findall(r"\d+", told)) == numbers


def test_the_rules_card_leaves_out_other_tables(shelf, words):
    """The card of a table of four with a double-nine set names no other set and no other number of players."""
    sheet = blank_sheet(shelf.book("classic"), 9, 4, wording=words)
    told = " ".join(line.text for chapter in sheet.chapters for line in chapter.rules)
    assert not re.search("double-(six|twelve|fifteen|eighteen)|2 to 12 players", told)


def test_the_rules_card_of_chickenfoot_says_nothing_of_trains(shelf, words):
    """Nobody owns a line with feet; a card of Mexican Train has its chapter."""
    feet, trains = (
        {chapter.heading for chapter in blank_sheet(shelf.book(book), 12, 4, wording=words).chapters}
        for book in ("classic", "train-usual")
    )
    assert ("Trains" in feet, "Trains" in trains) == (False, True)


def test_each_word_of_a_tournament_sheet_means_one_thing(one):
    """Start is the double that starts a round, Round is one of the event."""
    look = Look(template="tournament", show=SheetParts(rules=False))
    (text,) = page_texts(typeset([one], look).pages[0])
    assert re.findall("START|ROUND|BEGINS AT|POINTS", text) == [
        "ROUND",
        "BEGINS AT",
        "START",
        *["POINTS"] * 3,
    ]


def legend_of(sheet: Sheet) -> str:
    """Return the line under the table that tells what its marks mean."""
    (text,) = page_texts(typeset([sheet], Look(show=SheetParts(rules=False))).pages[0])
    return next((line for line in text.splitlines() if "went out" in line), "")


def test_the_legend_shows_the_marks_of_the_table(shelf, one):
    """Under a finished game there are only its own marks; under boxes to fill in those of the pencil too."""
    game = played(new_game(shelf, 6, NAMES[:2]))
    rounds = tuple(replace(round_, calls=()) for round_ in game.rounds)
    finished = filled_sheet(replace(game, rounds=rounds), "Classic", corrected={(1, "Ana")})
    blocked = any(row.blocked for row in finished.rounds)
    expected = ["went out", *(["blocked"] if blocked else []), "corrected"]
    pencil = ["went out", "blocked", "caught silent", "corrected", "an empty box"]
    marks = "went out|blocked|caught silent|called|corrected|another double|did not play|an empty box"
    assert re.findall(marks, legend_of(finished)) == expected
    assert re.findall(marks, legend_of(one)) == pencil


def test_a_template_adds_a_column(shelf, own):
    """A column of a template's own stands at the right, with its head and its cell in each round."""
    column = "(head: [Dealer], width: 20mm, cell: round => [deals #round.number])"
    draw = f"(sheet, width, height) => score-table(sheet, width, height, extra: ({column},))"
    (own / "dealer.typ").write_text(f"{HEAD}#pages({draw})\n", encoding="utf-8")
    for sheet in (
        blank_sheet(shelf.book("classic"), 12, 3),
        filled_sheet(played(new_game(shelf, 12, NAMES[:3])), "C"),
    ):
        (text,) = page_texts(typeset([sheet], Look(template="dealer")).pages[0])
        assert "DEALER" in text
        assert re.findall(r"deals (\d+)", text) == [str(row.number) for row in sheet.rounds]


def test_a_game_of_many_rounds_goes_on_on_the_next_page(shelf):
    """A hundred rounds are four pages, each with every name; the totals are on the last."""
    game = played(new_game(shelf, 9, NAMES[:4], rounds__length="fixed", rounds__count=100))
    pages = page_texts(typeset([filled_sheet(game, "Classic")]).pages[0])
    assert len(pages) == 4
    assert all("Grandma" not in page and "Carla" in page for page in pages)


def test_what_is_not_wanted_is_left_out(one):
    """Without signatures and rules the sheet has neither."""
    look = Look(show=SheetParts(rules=False, signatures=False))
    (text,) = page_texts(typeset([one], look).pages[0])
    assert not re.search(r"initials|kept by|Rules:", text, flags=re.IGNORECASE)


def test_the_users_own_template_comes_first(one, own):
    """A template of the user's folder is taken before a shipped one of the same name."""
    (own / "classic.typ").write_text(HEAD + "Our club\n", encoding="utf-8")
    assert page_texts(typeset([one]).pages[0]) == ["Our club"]
    assert template_names()[0] == "classic"


@by_cases
def test_a_failing_template_is_shown_with_its_line(one, own, text, said):
    """Typst's message comes with the template's file and line, though the fault is inside a shared part."""
    (own / "mine.typ").write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(Malformed, match=said):
        typeset([one], Look(template="mine"))


def test_a_package_in_another_template_is_no_matter(one, own):
    """An unusable template does not affect the others."""
    (own / "bad.typ").write_text('#import "@preview/cetz:0.3.0": canvas\n', encoding="utf-8")
    (own / "good.typ").write_text(HEAD + "Good\n", encoding="utf-8")
    assert page_texts(typeset([one], Look(template="good")).pages[0]) == ["Good"]


def test_a_template_may_show_what_lies_beside_it(one, own):
    """A club's picture in the template's folder can be shown."""
    (own / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    (own / "mine.typ").write_text(HEAD + '#image("logo.svg", alt: "Our club")\n', encoding="utf-8")
    assert typeset([one], Look(template="mine")).pages[0].startswith(b"%PDF")


@pytest.mark.parametrize("name", ["Αθηνά", "Юлия", "Żółć", "محمد عبد الله", "דוד בן־גוריון"])
def test_common_scripts_need_no_font_of_the_system(shelf, name):
    """Latin, Cyrillic, Greek, Arabic and Hebrew names are printed with the fonts that come with Typst."""
    assert unshown(name) == ((), False)
    sheet = blank_sheet(shelf.book("classic"), 6, ("Ana", name))
    done = typeset([sheet])
    assert done.warnings == ()
    assert b"pdfuaid" in done.pages[0]


def test_arabic_letters_are_joined(shelf):
    """An Arabic name is set with its letters joined: other glyphs than the letters have alone."""
    joined, apart = (
        typeset([blank_sheet(shelf.book("classic"), 6, ("Ana", name))], form="svg").pages[0]
        for name in ("محمد", "م ح م د")
    )
    drawings = [set(re.findall(rb'<path[^>]* d="([^"]+)"', page)) for page in (joined, apart)]
    assert drawings[0] - drawings[1]


def test_letters_without_a_font_are_named(shelf):
    """Letters that no font has are named with the fonts looked for, and the sheet is printed all the same."""
    sheet = blank_sheet(shelf.book("classic"), 6, ("Ana", "Z\U000f1234\U000f5678"))
    done = typeset([sheet])
    assert done.pages[0].startswith(b"%PDF")
    boxes, accessible = done.warnings
    assert "\U000f1234 \U000f5678" in boxes
    assert "Libertinus Serif" in boxes
    assert accessible == "The PDF is not marked as accessible, because letters are missing in it."
    assert typeset([sheet], form="svg").warnings == (boxes,)


def fitted(own: Path, one: Sheet, names: list[str]) -> list[list[str]]:
    """Return the lines of names in a column of 15 mm, as the shared part breaks them."""
    shown = "[#one.size.pt()] + one.lines.map(line => [|#line]).join() + linebreak()"
    told = ", ".join(f'"{name}"' for name in [*names, ""])
    text = f"{HEAD}#set text(2pt)\n#context for one in fitted-names(({told}), 15mm) {{ {shown} }}\n"
    (own / "names.typ").write_text(text, encoding="utf-8")
    (page,) = page_texts(typeset([one], Look(template="names")).pages[0])
    return [line.split("|") for line in page.splitlines()[: len(names)]]


def test_names_shrink_then_wrap_then_are_shortened(own, one):
    """A name keeps its size if it fits, or else shrinks, then wraps, then loses its middle."""
    long = "Maximiliana Konstantina Wilhelmina von und zu Habsburg-Lothringen"
    short, single, two, cut = fitted(own, one, ["Ana", "Bartholomew", "Anna Theodora", long])
    assert short == ["11", "Ana"]
    assert float(single[0]) < 11
    assert single[1:] == ["Bartholomew"]
    assert two[1:] == ["Anna", "Theodora"]
    assert cut[1].startswith("Maximiliana")
    assert cut[-1].endswith("Lothringen"[-3:])
    assert "…" in "".join(cut)


@by_cases
def test_names_break_at_hyphens_and_syllables(own, one, name, lines):
    """A line of a name ends at a space, after one of its hyphens, or after a syllable with one hyphen."""
    (found,) = fitted(own, one, [name])
    assert found[1:] == lines


@pytest.mark.parametrize("tail", ["-Wilhelmina-Theodora", "- - - - - - - - - -", "---------------------"])
def test_no_hyphen_stands_beside_left_out_letters(own, one, tail):
    """A shortened name has one ellipsis sign, with a letter before it and no hyphen after it."""
    (found,) = fitted(own, one, [f"Maximiliana Featherstonehaugh Habsburg-Lothringen {tail * 2}"])
    name = "".join(found[1:])
    assert name.count("…") == 1
    assert not re.search(r"[-\s]…|…[-\s]", name)


def test_shortened_names_stay_apart(own, one):
    """Two names that would look the same once shortened get the numbers of their seats."""
    begin, end = "Maximiliana Konstantina Wilhelmina", "von und zu Habsburg-Lothringen"
    first, second = fitted(own, one, [f"{begin} Anna {end}", f"{begin} Jane {end}"])
    assert first != second
    assert first[1].startswith("1 ")
    assert second[1].startswith("2 ")


def test_a_drawn_tile_has_its_pips(own, one):
    """Each half of a drawn tile has as many pips as its number, all inside of it and apart."""
    tiles = "".join(f"#domino({number}, {number}, 1cm)\n" for number in range(19))
    (own / "tile.typ").write_text(HEAD + tiles, encoding="utf-8")
    page = typeset([one], Look(template="tile"), "svg").pages[0].decode()
    drawings = re.findall(r'href="data:image/svg\+xml;base64,([^"]+)"', page)
    for number, drawing in zip(range(19), drawings, strict=True):
        circles = re.findall(r"<circle cx='([\d.]+)' cy='([\d.]+)' r='([\d.]+)'", b64decode(drawing).decode())
        pips = [(float(x), float(y), float(r)) for x, y, r in circles]
        assert sum(x < 100 for x, _y, _r in pips) == number
        assert len(pips) == 2 * number
        assert all(r < x % 100 < 100 - r and r < y < 100 - r for x, y, r in pips), number
        assert all(dist(one[:2], other[:2]) > one[2] + other[2] for one, other in combinations(pips, 2)), (
            number
        )


def test_what_is_no_file_is_no_template(own):
    """A folder or a broken link is not offered as a template, not even as the nearest name."""
    (own / "zed.typ").mkdir()
    (own / "lost.typ").symlink_to(own / "nowhere.typ")
    assert not {"zed", "lost"} & {*template_names()}
    for name in ("zed", "lost", "x" * 300, "../classic"):
        with pytest.raises(NotFound) as refused:
            template_file(name)
        assert "did you mean" not in str(refused.value) or name == "../classic"


def test_a_pdf_names_the_language_of_its_words(one: Sheet) -> None:
    """A reader for the blind pronounces a Spanish sheet in Spanish."""
    with spoken(language_of("es_MX")):
        (spanish,) = typeset([one]).pages
    (english,) = typeset([one]).pages
    assert (b"/Lang(es)" in spanish, b"/Lang(en)" in english) == (True, True)
