"""Translations are collected from the code, and compiled by the build."""

import gettext
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from babel.messages import Catalog

from scorekeeper.text import Language, spoken
from tests.catalogues import compiled_language, write_translation
from tests.conftest import by_cases
from tools.build_translations import compile_translations, unknown_facts
from tools.messages import TEMPLATE, messages, read, sentences
from tools.messages import main as collect

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def collected() -> Catalog:
    """Return every sentence that there is to translate, collected while Spanish is spoken."""
    with spoken(compiled_language("es")):
        return messages()


def test_the_template_has_every_sentence(collected: Catalog) -> None:
    """`translations/scorekeeper.pot` is what `make messages` writes today, in English whatever is spoken."""
    assert sentences(read(TEMPLATE)) == sentences(collected), "run make messages"


@by_cases
def test_all_kinds_of_sentences_are_collected(collected: Catalog, sentence: str) -> None:
    """Sentences of the code, the help of options and commands, and the words of Click."""
    assert any(str(message.id).startswith(sentence) for message in collected)


def test_every_apostrophe_is_the_straight_one(collected: Catalog) -> None:
    """One sign in the sentences of the program, in the words of the rules, and in the guides."""
    pages = (*ROOT.glob("rules/**/*.toml"), *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
    words = {str(page): page.read_text(encoding="utf-8") for page in pages}
    words |= {str(message.id): str(message.id) for message in collected}
    assert [place for place, text in words.items() if "’" in text] == []


CATALOGUES = sorted((ROOT / "translations").glob("*/LC_MESSAGES/*.po"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_is_whole(path: Path, collected: Catalog) -> None:
    """Every sentence is translated, none is fuzzy or stale, plurals are complete, and placeholders agree."""
    catalogue = read(path)
    assert sentences(catalogue) == sentences(collected), "run make messages"
    assert not catalogue.obsolete
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id:
            assert (message.id, message.fuzzy, all(forms)) == (message.id, False, True)
    assert list(unknown_facts(catalogue)) == []


SAME = "the same as in English"
"""The comment above what a language says as English does."""


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_nothing_of_a_translation_is_left_in_english(path: Path) -> None:
    """What is the same in both languages is a name, a key or a sign, and a comment says so."""
    for message in read(path):
        same = message.id == message.string and re.search(r"(?<!\{)\b\w{3}", str(message.id)) is not None
        assert (message.id, same) == (message.id, SAME in message.user_comments)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_language_has_its_words_of_the_table_and_is_named_by_the_package(path: Path) -> None:
    """`scorekeeper keep` and the entries understand what people say in it, and a package index lists it."""
    code = Locale.parse(path.parts[-3]).language
    assert code in tomllib.loads((ROOT / "rules/table_talk.toml").read_text(encoding="utf-8"))["words"]
    name = Locale(code).english_name
    assert f'"Natural Language :: {name}",' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


JOINED = re.compile(r"\b[yo] \{(name|names|other|players)\}")


def test_no_spanish_sentence_joins_two_names_by_itself() -> None:
    """“Ana e Inés” is joined in the code, which knows the sounds; only the sentences of that have *y* and *o*."""
    spanish = read(ROOT / "translations/es/LC_MESSAGES/scorekeeper.po")
    assert [one.string for one in spanish if JOINED.search(str(one.string))] == []


COUNTS = (0, 1, 2, 5, 1_000_000)


def _said_otherwise(catalogue: Catalog, spoken: Language) -> Iterator[tuple[object, int, str]]:
    """Yield each plural sentence, a count, and what is said of it where that is not what the catalogue says."""
    form = gettext.c2py(catalogue.plural_expr)
    for message in catalogue:
        if message.pluralizable:
            for count in COUNTS:
                said = spoken.translations.ngettext(*message.id, count)
                if said != message.string[form(count)]:
                    yield message.id, count, said


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_every_plural_sentence_is_said_as_its_catalogue_has_it(path: Path) -> None:
    """Whatever the count, the program reads in the compiled files the form that the catalogue names for it."""
    assert list(_said_otherwise(read(path), compiled_language(path.parts[-3]))) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_compiled_catalogue_has_the_header_of_its_source(path: Path, tmp_path: Path) -> None:
    """How a language counts goes along, and no time of the build does, so that two builds give the same bytes."""
    shutil.copytree(path.parents[2], tmp_path, dirs_exist_ok=True)
    header = {name.lower(): value.strip() for name, value in read(path).mime_headers}
    compiled = [made for made in compile_translations(tmp_path) if made.parts[-3] == path.parts[-3]]
    assert [made.name for made in compiled] == ["scorekeeper.mo"]
    with compiled[0].open("rb") as file:
        assert gettext.GNUTranslations(file).info() == header


def test_collecting_again_changes_no_file(
    collected: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make messages` leaves translations as they are, to the byte, where no sentence has changed."""
    copied = Path(shutil.copytree(ROOT / "translations", tmp_path / "translations"))
    monkeypatch.setattr("tools.messages.messages", lambda: collected)
    monkeypatch.setattr("tools.messages.TRANSLATIONS", copied)
    monkeypatch.setattr("tools.messages.TEMPLATE", copied / TEMPLATE.name)
    before = {path: path.read_bytes() for path in copied.rglob("*.po*")}
    collect()
    assert {path: path.read_bytes() for path in before} == before


def test_a_translation_with_an_unknown_placeholder_is_refused_with_its_line(tmp_path: Path) -> None:
    """The build names file, line and placeholder; a placeholder of one form is known in the others."""
    write_translation(tmp_path, "de", {"{count} tile|{count} tiles": ("ein Stein", "{count} Steine")}, False)
    compile_translations(tmp_path)
    path = write_translation(tmp_path, "es", {"{name} went out": "{nombre} salió"}, compiled=False)
    with pytest.raises(ValueError, match=r"\{nombre\} is not in the English sentence") as caught:
        compile_translations(tmp_path)
    assert str(caught.value).startswith(f"{path}:")
