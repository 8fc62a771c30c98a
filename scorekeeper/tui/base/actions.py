"""Every action of the app, in one list.

Bindings, footer, command palette and help all come from here; a screen only has the method
`action_<name>` for each of its own. Keys are letters, digits, F-keys, arrows, enter and escape.
"""

from typing import NamedTuple

from textual.binding import Binding, BindingType

from scorekeeper.text import _


class ScreenAction(NamedTuple):
    """Something a person can do on a screen."""

    name: str
    keys: str
    label: str
    help: str
    shown: bool = True
    """Whether the footer shows it; palette and help show all."""
    ahead: bool = False
    """Whether it comes before the widget with the focus, so that nothing typed ahead can overtake it."""


EVERYWHERE = (
    ScreenAction("help", "f1", _("Help"), _("What can be done on this screen, key by key.")),
    ScreenAction("command_palette", "f2,ctrl+p", _("More"), _("Search everything that can be done."), False),
    ScreenAction("quit", "ctrl+q,f10", _("Quit"), _("Leave; everything entered is already kept."), False),
)

ACTIONS: dict[str, tuple[ScreenAction, ...]] = {
    "home": (
        ScreenAction("resume", "enter", _("Open"), _("Open the game that is marked.")),
        ScreenAction("new", "n", _("New game"), _("Start a game: players, set, rule book.")),
        ScreenAction("blank", "p", _("Blank sheet"), _("Print an empty score sheet.")),
        ScreenAction("judge", "j", _("Judge"), _("Settle a dispute: what do the rules say?")),
        ScreenAction("books", "b", _("Rule books"), _("Read, compare and change rule books.")),
        ScreenAction("history", "h", _("History"), _("Past games, and how everybody did in them.")),
        ScreenAction(
            "delete",
            "d,delete",
            _("Delete"),
            _("Delete the game that is marked; it can be brought back."),
            False,
        ),
        ScreenAction(
            "bring_back", "u", _("Bring back"), _("Bring a deleted game back into the list."), False
        ),
        ScreenAction("leave", "q", _("Quit"), _("Leave; everything entered is already kept.")),
    ),
    "new": (
        ScreenAction(
            "next", "enter", _("Next"), _("Go to the next seat, or take what is chosen."), False, ahead=True
        ),
        ScreenAction("start", "f5", _("Start"), _("Start the game with what is chosen."), ahead=True),
        ScreenAction("seat_up", "f7", _("Seat up"), _("Move this player one seat up.")),
        ScreenAction("seat_down", "f8", _("Seat down"), _("Move this player one seat down.")),
        ScreenAction("back", "escape", _("Back"), _("Back without starting a game.")),
    ),
    "table": (
        ScreenAction("enter", "enter", _("Enter"), _("Enter the marked round, or correct it."), ahead=True),
        ScreenAction("undo", "u", _("Undo"), _("Take back the last change; there is no limit.")),
        ScreenAction("redo", "r", _("Redo"), _("Make the change again that was taken back."), False),
        ScreenAction("call", "c", _("Call"), _("Note a Chickenlittle call, or who was caught."), False),
        ScreenAction("served", "x", _("Served"), _("The penalty that is due has been served."), False),
        ScreenAction("judge", "j", _("Judge"), _("Settle a dispute: what do the rules say?")),
        ScreenAction(
            "rules", "k", _("Rules"), _("The rules in force; change one in the middle of the game.")
        ),
        ScreenAction("log", "l", _("Log"), _("Every change of this game, with its time.")),
        ScreenAction("result", "s", _("Standing"), _("Who is ahead, and what decides a tie."), False),
        ScreenAction("chart", "g", _("Chart"), _("How the totals went, round by round."), False),
        ScreenAction(
            "company", "w", _("Players"), _("Who plays: come late, leave, rename, change seats."), False
        ),
        ScreenAction(
            "hide", "h", _("Hide totals"), _("Hide totals until the end, or show them again."), False
        ),
        ScreenAction(
            "finish",
            "f",
            _("Finish"),
            _("End the game early: stop here, call it over and lock it, or open it again."),
            False,
        ),
        ScreenAction("note", "n", _("Note"), _("Write a note on the marked round."), False),
        ScreenAction("key_in", "t", _("Key in"), _("Key in a whole sheet from paper, cell by cell."), False),
        ScreenAction("print", "p", _("Print"), _("Print this game's score sheet.")),
        ScreenAction("back", "escape,q", _("Home"), _("Back to the list of games.")),
    ),
    "entry": (
        ScreenAction(
            "keep", "enter", _("Keep"), _("Keep this line and go to the next missing one."), False, ahead=True
        ),
        ScreenAction(
            "line_up", "up", _("Line up"), _("Go one line up; this line is kept."), False, ahead=True
        ),
        ScreenAction(
            "line_down", "down", _("Line down"), _("Go one line down; this line is kept."), False, ahead=True
        ),
        ScreenAction("back", "escape", _("Done"), _("Back to the table; what was entered is kept.")),
        ScreenAction(
            "blocked", "f4", _("Blocked"), _("Nobody could play: say which double was short of toes.")
        ),
        ScreenAction("tiles", "f3", _("Tiles"), _("Put the hand together from its tiles, by tapping them.")),
        ScreenAction(
            "read_earlier",
            "f6",
            _("Read earlier"),
            _("Move this line up in the order hands are read."),
            False,
        ),
        ScreenAction(
            "read_later", "f7", _("Read later"), _("Move this line down in the order hands are read."), False
        ),
        ScreenAction("clear", "f8", _("Clear round"), _("Take away all that was entered for this round.")),
    ),
    "keying": (
        ScreenAction(
            "keep", "enter", _("Keep"), _("Keep this cell and go to the next one."), False, ahead=True
        ),
        ScreenAction(
            "cell_up", "up", _("Round up"), _("Go one round up; this cell is kept."), False, ahead=True
        ),
        ScreenAction(
            "cell_down",
            "down",
            _("Round down"),
            _("Go one round down; this cell is kept."),
            False,
            ahead=True,
        ),
        ScreenAction(
            "cell_left",
            "left",
            _("Player left"),
            _("Go one player back; this cell is kept."),
            False,
            ahead=True,
        ),
        ScreenAction(
            "cell_right",
            "right",
            _("Player right"),
            _("Go one player on; this cell is kept."),
            False,
            ahead=True,
        ),
        ScreenAction(
            "back", "escape", _("Done"), _("Back to where you came from; what was entered is kept.")
        ),
        ScreenAction("turn", "f6", _("Other order"), _("Go along the rounds, or down the players.")),
        ScreenAction(
            "blocked", "f4", _("Blocked"), _("Nobody could play: say which double was short of toes.")
        ),
        ScreenAction(
            "compare", "f5", _("Compare"), _("Key it a second time; there, see where the two differ.")
        ),
    ),
    "differences": (
        ScreenAction("first", "1", _("First is right"), _("Let the first keying stand for the marked cell.")),
        ScreenAction("second", "2", _("Second is right"), _("Correct the marked cell to the second keying.")),
        ScreenAction(
            "back", "escape,q", _("Back"), _("Back to the second keying; to the table where nothing differs.")
        ),
    ),
    "judge": (
        ScreenAction(
            "pick", "enter", _("Ask"), _("Put the question that is marked; its number does so too.")
        ),
        ScreenAction(
            "book", "f6", _("Rule book"), _("Choose the rule book to ask; Up leads to all of the table.")
        ),
        ScreenAction("back", "escape,q", _("Back"), _("Back to where you came from.")),
    ),
    "dispute": (
        ScreenAction(
            "next", "enter", _("Next"), _("Go to the next line; after the last one, rule."), False, ahead=True
        ),
        ScreenAction("line_up", "up", _("Line up"), _("Go one line up."), False, ahead=True),
        ScreenAction("line_down", "down", _("Line down"), _("Go one line down."), False, ahead=True),
        ScreenAction("rule", "f5", _("Ruling"), _("Rule on what was told."), ahead=True),
        ScreenAction(
            "pick", "f3", _("Pick"), _("Pick the fact of this line instead of typing it."), ahead=True
        ),
        ScreenAction(
            "more", "f6", _("All facts"), _("Show also what only other rule books ask for, or hide it.")
        ),
        ScreenAction("clear", "f8", _("Clear"), _("Empty all lines.")),
        ScreenAction("back", "escape", _("Back"), _("Back to the questions; what was typed stays.")),
    ),
    "ruling": (
        ScreenAction(
            "give", "enter", _("Give the fact"), _("Go to the fact that would settle it; F5 asks again.")
        ),
        ScreenAction("compare", "c", _("Compare"), _("The same question under every rule book.")),
        ScreenAction("keep", "k", _("Keep"), _("Keep this ruling in the log of the game.")),
        ScreenAction("print", "p", _("Print"), _("Print this ruling on one page.")),
        ScreenAction("back", "escape,q", _("Back"), _("Back to the facts, all of them still there.")),
    ),
    "comparison": (ScreenAction("back", "escape,q", _("Back"), _("Back to the ruling.")),),
    "books": (
        ScreenAction("read", "enter,right", _("Read"), _("Go into the book that is marked, to read it.")),
        ScreenAction("search", "s", _("Search"), _("Find rules by any word that players use for them.")),
        ScreenAction("mark", "space,m", _("Mark"), _("Mark books to compare, or take the mark away.")),
        ScreenAction("compare", "c", _("Compare"), _("Show only what the marked books differ on.")),
        ScreenAction("new", "n", _("New"), _("Write a book of your own that starts from this one.")),
        ScreenAction("edit", "e", _("Edit"), _("Change a book of your own.")),
        ScreenAction("back", "escape,q", _("Back"), _("Back to where you came from.")),
    ),
    "history": (
        ScreenAction("open", "enter", _("Open"), _("Open the game or the player that is marked.")),
        ScreenAction(
            "view", "v", _("Players"), _("Show the players in place of the games, or the games again.")
        ),
        ScreenAction(
            "search", "s", _("Filter"), _("Show only games of some players, days, sets or rule books.")
        ),
        ScreenAction(
            "back", "escape,q", _("Back"), _("Take the filters away, then back to the first screen.")
        ),
    ),
    "player": (
        ScreenAction(
            "open", "enter", _("Against"), _("Show this player and the marked one against each other.")
        ),
        ScreenAction("view", "v", _("Over time"), _("Show the course of time, or the other players again.")),
        ScreenAction(
            "same", "m", _("Same as"), _("Count these games as those of a player typed another way.")
        ),
        ScreenAction("apart", "s", _("Take apart"), _("Take apart names that were put together."), False),
        ScreenAction("back", "escape,q", _("Back"), _("Back to the history.")),
    ),
    "against": (
        ScreenAction("open", "enter", _("Open"), _("Open the game that is marked.")),
        ScreenAction("back", "escape,q", _("Back"), _("Back to the player.")),
    ),
    "compare": (ScreenAction("back", "escape,q", _("Back"), _("Back to the rule books.")),),
    "editor": (
        ScreenAction("pick", "enter", _("Pick"), _("Pick another sentence for the rule that is marked.")),
        ScreenAction(
            "restore", "r", _("Reset"), _("Let the rule that is marked say again what it said before.")
        ),
        ScreenAction("search", "s", _("Search"), _("Find rules by any word that players use for them.")),
        ScreenAction("changes", "d", _("Changes"), _("Show only what differs, or all rules again.")),
        ScreenAction("name", "t", _("Title"), _("Give the book another name.")),
        ScreenAction("save", "f5", _("Save"), _("Keep the book in your own folder of rule books.")),
        ScreenAction(
            "back", "escape,q", _("Back"), _("Back to the rule books; asks before anything is lost.")
        ),
    ),
    "rules": (
        ScreenAction(
            "pick", "enter", _("Change"), _("Change the rule that is marked, from the next round on.")
        ),
        ScreenAction("search", "s", _("Search"), _("Find rules by any word that players use for them.")),
        ScreenAction(
            "changes", "d", _("Changes"), _("Show only what this table changed, or all rules again.")
        ),
        ScreenAction("back", "escape,q", _("Back"), _("Back to the table.")),
    ),
    "company": (
        ScreenAction("join", "j", _("Join"), _("Seat somebody who comes late, or who comes back.")),
        ScreenAction("gone", "x", _("Leave"), _("Let the marked player leave; the points stay.")),
        ScreenAction("rename", "e", _("Rename"), _("Give the marked player another name, in all rounds.")),
        ScreenAction("seat_up", "f7", _("Seat up"), _("Move this player one seat up.")),
        ScreenAction("seat_down", "f8", _("Seat down"), _("Move this player one seat down.")),
        ScreenAction("back", "escape,q", _("Back"), _("Back to the table.")),
    ),
    "chart": (ScreenAction("back", "escape,q", _("Back"), _("Back to where you came from.")),),
    "log": (ScreenAction("back", "escape,q", _("Back"), _("Back to the table.")),),
    "result": (
        ScreenAction("print", "p", _("Print"), _("Print this game's score sheet.")),
        ScreenAction("chart", "g", _("Chart"), _("How the totals went, round by round.")),
        ScreenAction("share", "i", _("Picture"), _("Put the result into a picture to share, PNG and SVG.")),
        ScreenAction("rematch", "m", _("Rematch"), _("Start a new game with the same players and rules.")),
        ScreenAction(
            "drawn",
            "t",
            _("Draw a tile"),
            _("Say who drew the better tile, where that decides the tie."),
            False,
        ),
        ScreenAction("back", "escape,q", _("Table"), _("Back to the table.")),
    ),
    "print": (
        ScreenAction("print", "f5", _("Save"), _("Write the sheet as a file, with what is chosen.")),
        ScreenAction("open", "f6", _("Open"), _("Show the saved file in the system's own program.")),
        ScreenAction("back", "escape", _("Back"), _("Back to where you came from.")),
    ),
    "help": (ScreenAction("back", "escape,q,f1", _("Back"), _("Close this page.")),),
    "ask": (ScreenAction("back", "escape", _("Never mind"), _("Close this question and change nothing.")),),
}


def bindings(place: str) -> list[BindingType]:
    """Return the key bindings of a screen, or with `everywhere` those of all screens."""
    actions = EVERYWHERE if place == "everywhere" else ACTIONS[place]
    return [
        Binding(
            action.keys,
            action.name,
            action.label,
            show=action.shown,
            priority=action.ahead,
            tooltip=action.help,
            id=f"{place}.{action.name}",
        )
        for action in actions
    ]


def key_name(key: str) -> str:
    """Return a key as people say it.

    >>> key_name("ctrl+q"), key_name("f5"), key_name("escape"), key_name("n")
    ('Ctrl+Q', 'F5', 'Esc', 'n')
    """
    names = {"escape": _("Esc")}
    return "+".join(names.get(part, part.capitalize()) for part in key.split("+")) if len(key) > 1 else key


def key_names(action: ScreenAction, keys: str = "") -> str:
    """Return the keys of an action as people say them; those that a person gave it, where there are any.

    >>> key_names(ScreenAction("quit", "ctrl+q,f10", "Quit", "Leave."))
    'Ctrl+Q or F10'
    """
    return _(" or ").join(map(key_name, (keys or action.keys).split(",")))
