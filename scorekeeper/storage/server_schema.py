"""The tables of games on a PostgreSQL server: creating them, bringing older ones up to date, refusing newer ones.

Each step of `STEPS` leads from one version to the next and is never changed once it was released.
"""

from typing import TYPE_CHECKING

from scorekeeper.errors import Unavailable
from scorekeeper.text import _

if TYPE_CHECKING:
    from psycopg import Connection

_LOCK = 0x53634B70
"""The advisory lock of whoever changes the schema."""

_FIRST = """
create table scorekeeper (version integer not null);
insert into scorekeeper values (0);
create sequence turns;
create table games (
  id text collate "C" primary key, title text not null, players text not null, started text not null,
  changed text not null, turn bigint not null unique, complete boolean not null,
  hidden boolean not null default false, number integer not null
);
create table events (
  game text collate "C" not null references games (id), number integer not null, at text not null, by text,
  what text not null, person text, computer text, append uuid not null, primary key (game, number)
);
create table summaries (
  game text collate "C" primary key, turn bigint not null, version integer not null, summary text not null
);
create table same_players (name text primary key, person text not null);
create table restored (made text not null, before text not null);

create function announce(the_game text, the_append uuid) returns void language sql as
$$ select pg_notify('scorekeeper_' || current_schema(), the_game || ' ' || the_append) $$;

create function add_events(
  the_version integer, the_game text, follows integer, follows_at text, the_append uuid,
  the_person text, the_computer text, ats text[], bys text[], whats text[],
  the_title text, the_players text, is_complete boolean, summary_version integer, the_summary text
) returns text language plpgsql as $$
declare
  head games%rowtype;
  next_turn bigint;
  line integer := hashtext(current_schema() || ' ' || the_game);
begin
  perform pg_advisory_xact_lock(1399024496, line);
  if (select max(version) from scorekeeper) <> the_version then return 'newer'; end if;
  select * into head from games where id = the_game;
  if not found then return 'unknown'; end if;
  if exists (select from events where game = the_game and number = follows + 1 and append = the_append) then
    return 'stored';
  end if;
  if head.hidden then return 'deleted'; end if;
  if head.number <> follows or head.changed <> follows_at then
    -- whoever was overtaken is next: others wait in line until this connection has appended, or lets go
    perform pg_advisory_lock(1399024496, line);
    return 'overtaken';
  end if;
  if not exists (select from games where id = the_game and not hidden for update) then return 'deleted'; end if;
  insert into events (game, number, at, by, what, person, computer, append)
    select the_game, follows + place, one.at, one.by, one.what, coalesce(one.by, the_person), the_computer, the_append
    from unnest(ats, bys, whats) with ordinality as one (at, by, what, place);
  next_turn := nextval('turns');
  update games set title = the_title, players = the_players, changed = ats[cardinality(ats)], turn = next_turn,
    complete = is_complete, number = follows + cardinality(ats) where id = the_game;
  insert into summaries values (the_game, next_turn, summary_version, the_summary)
    on conflict (game) do update set turn = excluded.turn, version = excluded.version, summary = excluded.summary;
  perform announce(the_game, the_append);
  return 'stored';
end $$;
"""

_WHERE_RESTORED = "alter table restored add column computer text"

STEPS = (_FIRST, _WHERE_RESTORED)
"""What leads from each version of the schema to the next, the first from an empty one."""

_AS_OWNER = """
select set_config('role', owner.rolname, true)
from pg_database join pg_roles as owner on owner.oid = datdba
where datname = current_database() and has_schema_privilege(owner.oid, current_schema(), 'create')
  and pg_has_role(
    owner.oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end
  )
"""
"""Whoever is a member of the database's owner makes the tables as that owner, so that all members may use them."""

_STATE = """
select coalesce(bool_or(tablename = 'scorekeeper'), false),
  coalesce(bool_or(tablename in ('games', 'events')), false),
  getdatabaseencoding()
from pg_tables where schemaname = any(current_schemas(false))
"""
"""One look at the list of tables: what `to_regclass` finds may be older for one table than for another."""


def version_of(connection: "Connection[tuple[object, ...]]") -> int:
    """Return the version of the schema."""
    found = connection.execute("select max(version) from scorekeeper").fetchone()
    return 0 if found is None or not isinstance(found[0], int) else found[0]


def check_version(connection: "Connection[tuple[object, ...]]") -> None:
    """Raise Unavailable if a newer program has changed the schema or it is damaged, also while this one runs."""
    version = version_of(connection)
    if version > len(STEPS):
        raise newer()
    if not version:
        raise Unavailable(
            _(
                "The tables of the games on the server are damaged: they have no version; restore that database "
                "from its own backup."
            )
        )


def newer() -> Unavailable:
    """Return the refusal to use what a newer program wrote."""
    return Unavailable(
        _("The games on the server were written by a newer scorekeeper; install that one to open them.")
    )


def prepare(connection: "Connection[tuple[object, ...]]") -> None:
    """Create the tables, or bring older ones up to date; others who do the same at this moment wait.

    Raises Unavailable for tables of a newer or of another program, which are left alone.
    """
    if _state(connection)[0] and _is_current(connection):
        return
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        if not _is_current(connection):
            connection.execute(_AS_OWNER)
            begun = _state(connection)[0]
            for step in STEPS[version_of(connection) if begun else 0 :]:
                connection.execute(step)
            connection.execute("update scorekeeper set version = %s", (len(STEPS),))


def _is_current(connection: "Connection[tuple[object, ...]]") -> bool:
    """Whether the tables are there and of this version. Raises Unavailable if they are not to be touched."""
    ours, others, encoding = _state(connection)
    if encoding != "UTF8":
        raise Unavailable(
            _("The database has the encoding {encoding}; games need one with UTF8.", encoding=encoding)
        )
    if not ours:
        if others:
            raise Unavailable(_("The database holds another program's tables; it was not changed."))
        return False
    check_version(connection)
    return version_of(connection) == len(STEPS)


def _state(connection: "Connection[tuple[object, ...]]") -> tuple[object, ...]:
    found = connection.execute(_STATE).fetchone()
    assert found is not None
    return found
