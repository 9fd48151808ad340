-- Rows of the audit log are inserted and read, but never changed. The server's role therefore revokes its
-- other privileges on the table. Each quarter has a partition in a separate schema, so that old events are
-- removed by dropping a partition and never by deleting rows.
alter table audit_event rename to audit_event_before;
alter index audit_event_pkey rename to audit_event_before_pkey;
drop index audit_event_time, audit_event_tenant, audit_event_actor, audit_event_target;

create schema record;
create table audit_event (
  tenant_id uuid not null,
  id uuid not null,
  date_time timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id text,
  ip text,
  success boolean not null,
  changes jsonb not null default '{}',
  primary key (id, tenant_id, date_time)
) partition by range (date_time);
create index audit_event_time on audit_event (date_time desc, id desc);
create index audit_event_action on audit_event (action, date_time desc, id desc);
create index audit_event_tenant on audit_event (tenant_id, date_time desc, id desc);
create index audit_event_tenant_action on audit_event (tenant_id, action, date_time desc, id desc);
create index audit_event_actor on audit_event (actor_id, date_time desc, id desc);
create index audit_event_target on audit_event (target_id, date_time desc, id desc);
create index audit_event_failed on audit_event (date_time desc, id desc) where not success;
create index audit_event_tenant_failed on audit_event (tenant_id, date_time desc, id desc) where not success;

-- Creates the partition for the quarter (UTC) that contains the timestamp, if it is missing.
create function record_quarter(at timestamptz) returns void language plpgsql security definer
set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '3s' set client_min_messages = warning as $$
declare
  beginning timestamptz := date_trunc('quarter', at);
  name text := to_char(beginning, '"audit_event_"YYYY"_"Q');
begin
  if to_regclass('record.' || name) is not null then return; end if;
  -- The lock is held until commit. A second caller waits and then finds the table.
  perform pg_advisory_xact_lock(7201955482);
  execute format('create table if not exists record.%I partition of audit_event for values from (%L) to (%L)',
    name, beginning, beginning + interval '3 months');
  execute format('revoke update, delete, truncate on record.%I from current_user', name);
end $$;

-- Creates the partitions for the coming quarters, and drops quarters that ended at least the given number of
-- days ago. Chinese law requires a minimum of 180 days. If `days` is null, nothing is dropped. Returns the
-- number of dropped quarters.
create function record_keep(days integer) returns integer language plpgsql security definer
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
    where inhparent = 'audit_event'::regclass
      and make_timestamptz(split_part(relname, '_', 3)::integer, 1, 1, 0, 0, 0)
        + split_part(relname, '_', 4)::integer * interval '3 months'
        <= now() - greatest(days, 180) * interval '1 day'
      and days is not null
  loop
    execute format('drop table if exists record.%I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function record_quarter(timestamptz), record_keep(integer) from public;

select record_quarter(quarter)
from (select distinct date_trunc('quarter', date_time, 'UTC') as quarter from audit_event_before) as before;
select record_keep(null);
insert into audit_event (tenant_id, id, date_time, actor_id, action, target_type, target_id, ip, success, changes)
select tenant_id, id, date_time, actor_id, action, target_type, target_id, ip, success, changes
from audit_event_before;
drop table audit_event_before;
revoke update, delete, truncate on audit_event from current_user;
