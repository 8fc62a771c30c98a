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

update scorekeeper set version = 1;

insert into games values ('ddjphv', 'Friday night', '["Ana","Ben","Cy"]', '2026-11-22T18:08:45.645013+00:00', '2026-11-22T18:09:08.620094+00:00', nextval('turns'), false, false, 6);
insert into events values ('ddjphv', 1, '2026-11-22T18:08:45.645013+00:00', null, '{"type":"started","title":"Friday night","date":"2026-11-22","set_size":9,"players":["Ana","Ben","Cy"],"book":"hastings","rules":{"set":{"sizes":[9,12],"default":9,"players":{"any":[2,12]},"teams":false},"rounds":{"order":"descending","length":"all-doubles","count":null,"target":null},"deal":{"hand_size":{"any":10}},"start":{"source":"preplaced","missing":"all-draw","next_double":"schedule","first_starter":"high-draw","later_starter":"rotate-left","turn":"toe-first","toes":4},"foot":{"toes":3,"lock":"strict","again":"none","layout":"long-side","call":"Chicken {n}","uncloseable":"closed"},"turn":{"must_play":"must","plays":"one","draws":"one","drawn_tile":"must-play"},"yard":{"reserve":0,"empty":"pass"},"ending":{"double_out":"allowed"},"little":{"mode":"courtesy","signal":"say","announce":"before-next-play","challenge":"one-circuit","penalty":"none","again":null,"points":0},"scoring":{"double_blank":25,"blank_half":25,"blank_tile":null,"out":0,"blocked":"all-score","open_foot":0},"winning":{"winner":"lowest-total","ties":["most-rounds-won","lowest-nonzero-round","share"]},"conduct":{"misplay":"take-back-before-next-action","able_pass":"take-back","overdraw":"return-unseen"},"trains":{"ownership":"none","branching":false}},"house":{"scoring.double_blank":25}}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000001');
insert into events values ('ddjphv', 2, '2026-11-22T18:08:46.172959+00:00', null, '{"type":"round-scored","round":1,"entries":{"Ben":{"type":"tiles","tiles":[[5,0],[3,2]]},"Cy":{"type":"tiles","tiles":[[0,0],[4,1]]}},"ending":{"type":"out","player":"Ana"}}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000002');
insert into events values ('ddjphv', 3, '2026-11-22T18:08:46.681171+00:00', null, '{"type":"round-scored","round":2,"entries":{"Ana":{"type":"tiles","tiles":[[4,4]]},"Ben":{"type":"pips","count":23,"double_blank":false,"blank_halves":0},"Cy":{"type":"tiles","tiles":[[6,1],[5,5]]}},"ending":{"type":"blocked","open_foot":null}}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000003');
insert into events values ('ddjphv', 4, '2026-11-22T18:08:47.095533+00:00', null, '{"type":"call-made","round":3,"call":{"kind":"chickenlittle","player":"Ben","caught_by":"Ana"}}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000004');
insert into events values ('ddjphv', 5, '2026-11-22T18:09:08.249680+00:00', null, '{"type":"rules-changed","changes":{"scoring.out":5},"reason":"agreed at the table"}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000005');
insert into events values ('ddjphv', 6, '2026-11-22T18:09:08.620094+00:00', null, '{"type":"round-scored","round":3,"entries":{"Ana":{"type":"tiles","tiles":[[6,6]]},"Ben":{"type":"tiles","tiles":[[0,0]]}},"ending":{"type":"out","player":"Cy"}}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000006');
insert into games values ('zusgys', 'Trains', '["Dan","Eva"]', '2026-11-22T18:09:09.322854+00:00', '2026-11-22T18:09:09.685247+00:00', nextval('turns'), false, false, 2);
insert into events values ('zusgys', 1, '2026-11-22T18:09:09.322854+00:00', null, '{"type":"started","title":"Trains","date":"2026-11-22","set_size":12,"players":["Dan","Eva"],"book":"mexican-train","rules":{"set":{"sizes":[6,9,12,15,18],"default":9,"players":{"any":[2,12]},"teams":false},"rounds":{"order":"descending","length":"all-doubles","count":null,"target":null},"deal":{"hand_size":{"6":5,"9":"42/n","12":{"4":12,"5":10,"6":8,"7":7,"8":6,"9":5,"10":5,"11":5,"12":5,"any":12},"15":{"6":12,"7":10,"8":9,"9":8,"10":7,"11":7,"12":6,"any":12},"18":{"6":12,"7":10,"8":9,"9":8,"10":7,"11":7,"12":6,"any":12},"any":"42/n"}},"start":{"source":"preplaced","missing":"all-draw","next_double":"schedule","first_starter":"high-draw","later_starter":"high-draw","turn":"toe-first","toes":"per-player"},"foot":{"toes":1,"lock":"doubler-must-cover","again":"must-play-again","layout":"cross-and-diagonals","call":"Chicken {n}","uncloseable":"exhaust"},"turn":{"must_play":"must","plays":"one","draws":"one","drawn_tile":"must-play"},"yard":{"reserve":0,"empty":"pass"},"ending":{"double_out":"allowed"},"little":{"mode":"courtesy","signal":"any","announce":"before-next-play","challenge":"one-circuit","penalty":"draw-1","again":null,"points":0},"scoring":{"double_blank":0,"blank_half":0,"blank_tile":null,"out":0,"blocked":"all-score","open_foot":0},"winning":{"winner":"lowest-total","ties":["most-rounds-won","lowest-nonzero-round","share"]},"conduct":{"misplay":"take-back-before-next-action","able_pass":"take-back","overdraw":"return-unseen"},"trains":{"ownership":"own-and-public","branching":false}}}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000001');
insert into events values ('zusgys', 2, '2026-11-22T18:09:09.685247+00:00', null, '{"type":"round-scored","round":1,"entries":{"Dan":{"type":"tiles","tiles":[[12,0],[0,0]]}},"ending":{"type":"out","player":"Eva"}}', 'ana', 'laptop', '00000000-0000-0000-0000-000000000002');
insert into same_players values ('benny', 'Ben');
