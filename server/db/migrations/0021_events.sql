-- What happened, for programs. It is written with the change as event_pending; once that is committed, it is given its
-- position and moved to event. Who reads positions in their order misses nothing, however long a transaction took.
create table event_pending (
  id uuid not null,
  -- Of one object in the order of its changes: whoever writes it holds the object's row. now() is when a transaction began.
  date_time timestamptz not null default clock_timestamp(),
  -- All zeros: of none.
  tenant_id uuid not null,
  -- false: the platform is told by another event, as of a device that leaves one organization for another.
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

-- The last position that was given. Who gives positions holds this row, so they are seen in their order.
create table event_head (
  id boolean primary key default true check (id),
  position bigint not null
);
insert into event_head (position) values (0);

-- When the feed of an organization was read last; all ones: that of the whole platform.
create table event_reading (
  tenant_id uuid primary key,
  read_at timestamptz not null default now()
);

-- Up to when devices are told to expire: whoever looks next goes on from there.
create table device_expiry_told (
  id boolean primary key default true check (id),
  until timestamptz not null
);
insert into device_expiry_told (until) values (now());

-- The days of what is kept so long, a table each (UTC): those that are missing are made, up to the day after tomorrow, and
-- those that ended so many days ago are dropped, unless something of that day still waits for its position.
create schema feed;
create function feed_days(parent regclass, days integer) returns void language plpgsql
set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '3s' set client_min_messages = warning as $$
declare
  first timestamptz := least(now(), (select min(date_time) from event_pending));
  day timestamptz;
  name text;
begin
  -- Held until commit: who comes second waits, and finds them there.
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
