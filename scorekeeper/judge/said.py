"""Says a fact back in words, as it was understood.

Only words: what is said was read by `telling`, and nothing here rules on anything.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine import Action, parse_action, split_mark
from scorekeeper.judge.telling import Around, read_fact
from scorekeeper.text import _, in_words, join_and, ngettext, number_name
from scorekeeper.tiles import Tile, tokens


def show_fact(name: str, text: str, around: Around) -> str:
    """Return a fact in words, as the person would say it; empty where the text says it already."""
    value = read_fact(name, text, around)
    if name == "player":
        return str(value)
    if name in ("double", "on"):
        return str(Tile(value, value)) if name == "double" else number_name(value)
    if name == "foot":
        return _foot_said(value)
    if name == "ends":
        return join_and([number_name(number) for number in value]) or _("no open end")
    if name == "events":
        action, wrong = split_mark(value)
        told = deed(parse_action(action, around.players, around.highest), around.players)
        return _("{deed} (this was wrong)").format(deed=told) if wrong else told
    if name in ("hand", "hands"):
        return _hand_said(value)
    if name in ("drawn", "blocked"):
        return _("yes") if value else _("no")
    if name in ("held", "yard_has", "laid"):
        return str(value) or _("none")
    if name in ("tile", "drawn_tile", "draws"):
        return str(value)
    return _counted_said(text.strip(), value)


def _counted_said(text: str, value: int | list[int] | None) -> str:
    """Return numbers as they were understood; empty where they stand there just so."""
    if value is None:
        return _("all that it needs")
    said = str(value) if isinstance(value, int) else " ".join(map(str, value)) or _("none")
    return "" if said == text else said


def deed(action: Action, players: Sequence[str]) -> str:
    """Return what a player does as a sentence without its full stop."""
    name = players[action.seat]
    if action.kind == "challenge" and action.other is not None:
        return _("{player} says that {other} forgot to call").format(player=name, other=players[action.other])
    if action.kind == "lay" and isinstance(action.on, Tile) and action.on.high >= 0:
        return _("{player} lays {tile} on {place}").format(player=name, tile=action.tile, place=action.on)
    sentences = {
        "lay": _("{player} lays {tile}"),
        "draw": _("{player} draws {tile}") if action.tile else _("{player} draws a tile"),
        "pass": _("{player} passes"),
        "little": _("{player} calls Chickenlittle"),
    }
    return sentences[action.kind].format(player=name, tile=action.tile)


def _foot_said(foot: Mapping[str, int] | None) -> str:
    if foot is None:
        return _("no open foot")
    double = Tile(foot["double"], foot["double"])
    if "toes" not in foot:
        return _("{double}, toes not known").format(double=double)
    if not foot["toes"]:
        return _("{double} without a toe").format(double=double)
    toes = ngettext("{double} with {toes} toe", "{double} with {toes} toes", foot["toes"])
    return toes.format(double=double, toes=in_words(foot["toes"]))


def _hand_said(hand: str | int) -> str:
    words = [] if isinstance(hand, int) else [token for _place, token in tokens(hand)]
    known = [word for word in words if not word.endswith("?")]
    hidden = (
        hand if isinstance(hand, int) else sum(int(word[:-1] or 1) for word in words if word.endswith("?"))
    )
    if not known:
        count = ngettext("{count} tile, not shown", "{count} tiles, not shown", hidden).format(count=hidden)
        return count if hidden else _("no tile")
    if not hidden:
        return ngettext("{tiles}, and no other", "{tiles}, and no others", len(known)).format(
            tiles=" ".join(known)
        )
    return _("{tiles} and {count} not shown").format(tiles=" ".join(known), count=in_words(hidden))
