-- Seals of the audit log (docs/decisions/016-sealed-record.md). A new event waits in `audit_pending`. After
-- the commit, the event gets a position and a hash in `audit_place`. Each minute, the new positions are
-- sealed in `audit_seal`.

-- Salt for hashing personal values. The salt is erased together with the values, so that the remaining hashes
-- do not reveal them.
alter table audit_personal add column salt uuid not null default gen_random_uuid();

-- Events that have no position yet. Positions are assigned after the commit, however long the transaction
-- takes.
create table audit_pending (
  date_time timestamptz not null,
  event_id uuid not null,
  primary key (date_time, event_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The position of each event in the audit log. Positions have no gaps.
create table audit_place (
  position bigint not null,
  date_time timestamptz not null,
  event_id uuid not null,
  -- Maps accounts to hashes of their personal values. The hashes remain after the values are erased.
  personal jsonb not null,
  -- SHA-256 over position, event and `personal`.
  hash bytea not null,
  primary key (date_time, event_id)
) partition by range (date_time);
create index audit_place_position on audit_place (position);

-- A seal covers positions of only one quarter. A quarter can therefore be verified as a whole, or skipped
-- after it was dropped.
create table audit_seal (
  number bigint primary key,
  first bigint not null,
  count integer not null,
  quarter text not null,
  sealed_at timestamptz not null,
  -- SHA-256 over the hashes of the sealed positions, in ascending order of the positions.
  events bytea not null,
  -- `hash` of the previous seal.
  previous bytea not null,
  -- SHA-256 over all columns above.
  hash bytea not null,
  key_id text not null,
  signature bytea not null
);
-- Public keys for verifying the seals. They are copied here, because keys that sign tokens are deleted after
-- some time.
create table audit_seal_key (
  id text primary key,
  value jsonb not null
);

-- The last assigned position and the last seal. The transaction that assigns positions or seals them locks
-- this row.
create table audit_head (
  id boolean primary key default true check (id),
  position bigint not null,
  sealed bigint not null,
  seal_number bigint not null,
  seal_hash bytea not null
);
insert into audit_head (position, sealed, seal_number, seal_hash) values (0, 0, 0, decode(repeat('00', 32), 'hex'));

revoke update, delete, truncate on audit_place, audit_seal, audit_seal_key from current_user;

-- Creates the partitions of `audit_event`, `audit_personal` and `audit_place` for the quarter (UTC) that
-- contains the timestamp, if they are missing.
create or replace function record_quarter(at timestamptz) returns void language plpgsql security definer
set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '3s' set client_min_messages = warning as $$
declare
  beginning timestamptz := date_trunc('quarter', at);
  part text;
  name text;
begin
  if to_regclass('record.audit_place_' || to_char(beginning, 'YYYY"_"Q')) is not null then return; end if;
  -- The lock is held until commit. A second caller waits and then finds the tables.
  perform pg_advisory_xact_lock(7201955482);
  foreach part in array array['audit_event', 'audit_personal', 'audit_place'] loop
    name := part || to_char(beginning, '"_"YYYY"_"Q');
    execute format('create table if not exists record.%I partition of %I for values from (%L) to (%L)',
      name, part, beginning, beginning + interval '3 months');
    execute format('revoke update, truncate on record.%I from current_user', name);
    if part <> 'audit_personal' then execute format('revoke delete on record.%I from current_user', name); end if;
  end loop;
end $$;

-- Does the same as record_keep() in migration 17, but also for `audit_place`. Returns the number of dropped
-- quarters. Their seals are retained.
create or replace function record_keep(days integer) returns integer language plpgsql security definer
set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '3s' set client_min_messages = warning as $$
declare
  name text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7201955482);
  for ahead in 0..2 loop
    perform record_quarter(now() + ahead * interval '3 months');
  end loop;
  for name in
    select relname from pg_inherits join pg_class on oid = inhrelid
    where inhparent in ('audit_event'::regclass, 'audit_personal'::regclass, 'audit_place'::regclass)
      and make_timestamptz(split_part(relname, '_', 3)::integer, 1, 1, 0, 0, 0)
        + split_part(relname, '_', 4)::integer * interval '3 months'
        <= now() - greatest(days, 180) * interval '1 day'
      and days is not null
  loop
    execute format('drop table if exists record.%I', name);
    if name like 'audit_event%' then dropped := dropped + 1; end if;
  end loop;
  return dropped;
end $$;

select record_quarter(make_timestamptz(split_part(relname, '_', 3)::integer, split_part(relname, '_', 4)::integer * 3, 1, 0, 0, 0))
from pg_inherits join pg_class on oid = inhrelid where inhparent = 'audit_event'::regclass;

-- Inserts each event into `audit_pending` with a trigger, so that no statement can omit this step.
create function await_place() returns trigger language plpgsql as $$
begin
  insert into audit_pending (date_time, event_id) select date_time, id from new_rows;
  return null;
end $$;
-- Creating the trigger blocks writers of the audit log until this transaction commits.
create trigger audit_event_pending after insert on audit_event
  referencing new table as new_rows for each statement execute function await_place();
insert into audit_pending (date_time, event_id) select date_time, id from audit_event;
