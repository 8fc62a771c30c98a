"""Picks a fact by arrows or taps, for those who would rather not type: names, numbers, tiles, what happened.

Every pick ends in the text that could have been typed.
"""

from scorekeeper.game import tiles_typed
from scorekeeper.judge import FACTS, Draft, FormLine, deed_word, line_label
from scorekeeper.text import _, pgettext
from scorekeeper.tiles import Tile, full_set
from scorekeeper.tui.base.screen import AppScreen
from scorekeeper.tui.entry.tile_pad import TilePicker, Tray
from scorekeeper.tui.widgets.dialogs import Choose

_MOST_COUNTED = 20
"""Counts to choose from; larger ones are typed."""

_TRAIN_KINDS = ("train", "trains", "open doubles", "players", "laid now")
"""Kinds of facts that name trains, or their owners."""

_TILE_KINDS = ("tile", "tiles", "hand")
_MOST = {"tile": 1, "number": 1, "toes": 1, "count": 1, "foot": 2}
"""How many tiles or numbers a kind of fact takes, where it does not take any number of them."""


async def pick(screen: AppScreen, draft: Draft, line: FormLine) -> str:
    """Ask for the fact of a line, and return its text."""
    question, kind, none = line_label(draft, line), FACTS[line.name].kind.name, FACTS[line.name].none
    if kind == "player":
        return await screen.ask(Choose(question, [(name, name) for name in draft.players]))
    if kind == "yes":
        return await screen.ask(Choose(question, [("y", _("Yes")), ("n", _("No"))]))
    if kind in _TRAIN_KINDS:
        return await _pick_train(screen, draft, line)
    if kind == "event":
        return await _pick_event(screen, draft)
    if kind in _TILE_KINDS:
        held = () if kind == "tile" else tiles_typed(draft.text(line), draft.set_size)
        return await screen.ask(_tiles(question, draft, held, _MOST.get(kind), none))
    return await _pick_number(screen, draft, line)


async def _pick_number(screen: AppScreen, draft: Draft, line: FormLine) -> str:
    """Ask for a number; return it after what the line says, where that has room for more of them."""
    kind, none, before = FACTS[line.name].kind.name, FACTS[line.name].none, draft.text(line).split()
    highest = _MOST_COUNTED if kind == "count" else draft.set_size
    numbers = [(str(number), str(number)) for number in range(highest + 1)]
    no_number = [(none, pgettext("numbers", "none"))] if none else []
    picked = await screen.ask(Choose(line_label(draft, line), [*numbers, *no_number]))
    adds = picked != none and none not in before and len(before) < _MOST.get(kind, len(before) + 1)
    return " ".join([*before, picked]) if adds else picked


def _tiles(
    question: str, draft: Draft, held: tuple[Tile, ...] = (), most: int | None = 1, empty: str = ""
) -> TilePicker:
    return TilePicker(question, Tray(draft.set_size, frozenset(full_set(draft.set_size)), held), most, empty)


async def _pick_event(screen: AppScreen, draft: Draft) -> str:
    """Ask who, then did what, then with which tile or whom."""
    everybody = [(name, name) for name in draft.players]
    name = await screen.ask(Choose(_("Who was it?"), everybody))
    calls = {"announcement": _("announced the last tile"), "chickenlittle": _("called Chickenlittle")}
    done = [
        ("", _("laid a tile")),
        ("draw", _("drew a tile")),
        ("pass", _("passed")),
        ("little", calls[draft.layout.last_tile_call]),
        ("challenge", _("caught somebody who forgot")),
    ]
    if draft.layout.owned_ends:
        done[1:1] = [("public", _("laid a tile on the public train"))]
    did = await screen.ask(Choose(_("What did {player} do?", player=name), done))
    if did in ("", "public"):
        train = " on public" if did else " on own" if draft.layout.owned_ends else ""
        tile = await screen.ask(_tiles(_("Which tile did {player} lay?", player=name), draft))
        return tile and f"{name} {tile}{train}"
    if did == "challenge":
        others = [person for person in everybody if person[0] != name]
        other = await screen.ask(Choose(_("Who did {player} catch?", player=name), others))
        return f"{name} {deed_word(did)} {other}"
    return f"{name} {deed_word(did)}"


async def _pick_train(screen: AppScreen, draft: Draft, line: FormLine) -> str:
    """Ask for one more train, or for one more tile and its train; return it after what the line says."""
    question, kind, before = line_label(draft, line), FACTS[line.name].kind.name, draft.text(line)
    players = [(name, name) for name in draft.players]
    public = [] if kind == "players" else [("public", _("the public train"))]
    own = [("own", _("their own train"))] if kind in ("train", "laid now") else []
    tile = ""
    if kind == "laid now":
        tile = await screen.ask(_tiles(question, draft))
        if not tile:
            return before
        question = _("On which train was {tile} laid?", tile=tile)
    name = await screen.ask(Choose(question, [*own, *players, *public]))
    if kind == "train":
        return name
    text = f"{tile} on {name}" if tile else name
    if kind in ("trains", "open doubles"):
        numbers = [(str(number), str(number)) for number in range(draft.set_size + 1)]
        no_tile = [] if kind == "open doubles" else [("-", _("it has no tile"))]
        number = await screen.ask(Choose(_("Which number does it show?"), [*numbers, *no_tile]))
        text = f"{name} {number}"
        if kind == "trains" and name != "public":
            choices = [("n", _("No marker")), ("y", _("Marked"))]
            marked = await screen.ask(Choose(_("Is it marked?"), choices))
            text = f"{text} *" if marked == "y" else text
    return f"{before}, {text}" if before else text
