"""The language a person reads: asked for, remembered, or the system's."""

from pathlib import Path

import pytest

from scorekeeper.errors import Malformed, Unavailable
from scorekeeper.system.languages import languages, named_language, usual_language
from scorekeeper.system.settings import Memory
from scorekeeper.text import Language, _, ngettext, spoken
from tests.catalogues import Translate
from tests.conftest import by_cases

PASS = {"pass": "pasar"}


def _said(language: Language, sentence: str = "pass") -> str:
    with spoken(language):
        return _(sentence)


def test_english_needs_no_translation(translate: Translate, home: Path) -> None:
    """Where there is no translation at all there is English, whatever the system names."""
    assert languages() == ("en",)
    assert _said(usual_language()) == "pass"


def test_a_translation_is_found_and_said(translate: Translate) -> None:
    """A compiled catalogue is a language; what it lacks stays English; counts choose their sentence."""
    translate("es", {**PASS, "{count} tile|{count} tiles": ("{count} ficha", "{count} fichas")})
    spanish = named_language("es")
    assert languages() == ("en", "es")
    assert (_said(spanish), _said(spanish, "draw")) == ("pasar", "draw")
    with spoken(spanish):
        assert [ngettext("{count} tile", "{count} tiles", count) for count in (0, 1, 2)] == [
            "0 fichas", "1 ficha", "2 fichas",
        ]  # fmt: skip


def test_a_variety_falls_back_on_its_language(translate: Translate) -> None:
    """What Spain says otherwise comes from `es_ES`, the rest from `es`, and what both lack is English."""
    translate("es", {**PASS, "draw": "robar"})
    translate("es_ES", {"draw": "coger"})
    spain = named_language("es_ES")
    assert [_said(spain, sentence) for sentence in ("pass", "draw", "undo")] == ["pasar", "coger", "undo"]
    assert spain.codes == ("es_ES", "es")


@by_cases
def test_a_language_is_named_as_people_and_systems_write_it(
    translate: Translate, wanted: str, found: str
) -> None:
    """Encoding, case and dash make no difference; a variety there is not becomes the language itself."""
    translate("es", PASS)
    translate("es_ES", PASS)
    assert named_language(wanted).code == found


def test_a_language_there_is_not_is_refused_with_the_nearest(translate: Translate) -> None:
    """The sentence names what was asked for and what there is."""
    translate("es", PASS)
    with pytest.raises(Malformed, match="There is no translation into “ess”; did you mean es"):
        named_language("ess")


def test_a_damaged_translation_is_named(translate: Translate, tmp_path: Path) -> None:
    """A catalogue that is no catalogue is told with its file."""
    translate("es", PASS)
    damaged = tmp_path / "translations" / "es" / "LC_MESSAGES" / "scorekeeper.mo"
    damaged.write_bytes(b"no catalogue")
    with pytest.raises(Unavailable, match=r"scorekeeper\.mo cannot be read"):
        named_language("es")


@pytest.mark.parametrize("damage", [b"", b"no catalogue", b"\xde\x12\x04\x95\0\0\0\0\xff"])
def test_a_damaged_translation_that_nobody_asked_for_is_passed_over(
    translate: Translate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    """Where only the system names the language, the program speaks English."""
    translate("es", PASS)
    (tmp_path / "translations" / "es" / "LC_MESSAGES" / "scorekeeper.mo").write_bytes(damage)
    monkeypatch.setenv("LANG", "es")
    assert usual_language().code == "en"
    with pytest.raises(Unavailable):
        named_language("es")


def test_the_settings_come_before_the_system(
    translate: Translate, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`LANG` chooses the language until the settings name one; `LC_ALL` comes before `LANG`."""
    translate("es", PASS)
    translate("de", PASS)
    monkeypatch.setenv("LANG", "es_MX.UTF-8")
    assert usual_language().code == "es"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert usual_language().code == "en"
    Memory(home / "settings.toml").keep(language="de")
    assert usual_language().code == "de"


def test_a_language_of_the_settings_that_is_gone_gives_way(
    translate: Translate, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings that name a language there is not, or that are damaged, leave the choice to the system."""
    translate("es", PASS)
    monkeypatch.setenv("LANG", "es")
    Memory(home / "settings.toml").keep(language="fr")
    assert usual_language().code == "es"
    (home / "settings.toml").write_text("language = [")
    assert usual_language().code == "es"
