"""Translations are collected from the code, and compiled by the build."""

import shutil
from pathlib import Path

import pytest
from babel.messages import Catalog

from tests.catalogues import write_translation
from tools.build_translations import compile_translations, unknown_facts
from tools.messages import TEMPLATE, messages, read, sentences
from tools.messages import main as collect

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def collected() -> Catalog:
    """Return every sentence that there is to translate."""
    return messages()


def test_the_template_has_every_sentence(collected: Catalog) -> None:
    """`translations/scorekeeper.pot` is what `make messages` writes today."""
    assert sentences(read(TEMPLATE)) == sentences(collected), "run make messages"


@pytest.mark.parametrize(
    "sentence",
    [
        "{name} went out",
        "There are no saved games yet; start one with scorekeeper new.",
        "Print JSON.",
        "Show this message and exit.",
        "Keep the score of a game of dominoes, settle disputes, print score sheets.",
    ],
)
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
