-- Events for other programs. The transaction of a change writes its event to `event_pending`. After the
-- commit, the event gets a position and moves to the table `event`. A reader that reads in the order of the
-- positions therefore misses no event, however long transactions take.
create table event_pending (
  id uuid not null,
  -- Time of the insert. Each writer locks the object's row first, so these times are in the order of the
  -- object's changes. now() would return the start of the transaction instead.
  date_time timestamptz not null default clock_timestamp(),
  -- All zeros if the event belongs to no organization.
  tenant_id uuid not null,
  -- Whether the feed of the platform contains this event. If false, the feed contains a different event
  -- instead, for example when a device moves between two organizations.
  platform boolean not null,
  object text not null,
  type text not null,
  payload jsonb not null,
  primary key (date_time, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table event (
  position bigint not null,
  id uuid not null,
  date_time timestamptz not null,
  tenant_id uuid not null,
  platform boolean not null,
  object text not null,
  type text not null,
  payload jsonb not null,
  primary key (tenant_id, position, date_time)
) partition by range (date_time);
create index event_platform on event (position) where platform;

-- The last assigned position. The transaction that assigns positions locks this row, so that positions become
-- visible in ascending order.
create table event_head (
  id boolean primary key default true check (id),
  position bigint not null
);
insert into event_head (position) values (0);

-- The time when the feed of an organization was last read. A `tenant_id` of all ones stands for the feed of
-- the whole platform.
create table event_reading (
  tenant_id uuid primary key,
  read_at timestamptz not null default now()
);

-- The time up to which expiry events have been emitted for devices. The next run starts from there.
create table device_expiry_told (
  id boolean primary key default true check (id),
  until timestamptz not null
);
insert into device_expiry_told (until) values (now());

-- Manages partitions by day (UTC). Creates the missing partitions up to the day after tomorrow. Drops
-- partitions whose day ended the given number of days ago, unless an event of that day has no position yet.
create schema feed;
create function feed_days(parent regclass, days integer) returns void language plpgsql
set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '3s' set client_min_messages = warning as $$
declare
  first timestamptz := least(now(), (select min(date_time) from event_pending));
  day timestamptz;
  name text;
begin
  -- The lock is held until commit. A second caller waits and then finds the tables.
  perform pg_advisory_xact_lock(7201955484);
  for day in select generate_series(
    date_trunc('day', first), date_trunc('day', now()) + interval '2 days', interval '1 day')
  loop
    name := to_char(day, format('"%s_"YYYYMMDD', parent));
    if to_regclass('feed.' || name) is null then
      execute format('create table feed.%I partition of %s for values from (%L) to (%L)',
        name, parent, day, day + interval '1 day');
    end if;
  end loop;
  for name in
    select relname from pg_inherits join pg_class on oid = inhrelid
    where inhparent = parent and to_date(right(relname, 8), 'YYYYMMDD') < least(current_date - days, first::date)
  loop
    execute format('drop table feed.%I', name);
  end loop;
end $$;
revoke execute on function feed_days(regclass, integer) from public;
select feed_days('event', 30);
