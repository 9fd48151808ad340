-- An account that is being closed is disabled. It retains its phone number and names until `closes_at`. Then
-- its data is erased, and only its id remains. `closed_by` is the account itself or an administrator.
alter table account
  add column closes_at timestamptz,
  add column closed_by uuid,
  add column erased_at timestamptz;
create index account_closing on account (closes_at) where closes_at is not null;

-- The person whose name appears in the text of a message. Null if that person is the recipient.
alter table message add column person_id uuid;
create index message_person on message (person_id) where person_id is not null;
update message set person_id = account.id
from account
where template in ('member.joined', 'tenant.ownership') and name = coalesce(params ->> 'member', params ->> 'owner')
  and not exists (select from account as other where other.name = account.name and other.id <> account.id);

-- Personal data of audit events: names, phone numbers and addresses before and after a change, and the IP
-- address. The data is stored outside the event, so that it can be erased with its account while the event
-- stays unchanged. Rows are inserted, read and erased, but never changed.
create table audit_personal (
  date_time timestamptz not null default now(),
  event_id uuid not null,
  account_id uuid not null,
  ip text,
  changes jsonb not null default '{}',
  primary key (event_id, account_id, date_time)
) partition by range (date_time);
create index audit_personal_account on audit_personal (account_id);
revoke update, truncate on audit_personal from current_user;

-- Creates the partitions of `audit_event` and `audit_personal` for the quarter (UTC) that contains the
-- timestamp, if they are missing.
create or replace function record_quarter(at timestamptz) returns void language plpgsql security definer
set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '3s' set client_min_messages = warning as $$
declare
  beginning timestamptz := date_trunc('quarter', at);
  quarter text := to_char(beginning, 'YYYY"_"Q');
begin
  if to_regclass('record.audit_personal_' || quarter) is not null then return; end if;
  -- The lock is held until commit. A second caller waits and then finds the tables.
  perform pg_advisory_xact_lock(7201955482);
  execute format('create table if not exists record.%I partition of audit_event for values from (%L) to (%L)',
    'audit_event_' || quarter, beginning, beginning + interval '3 months');
  execute format('revoke update, delete, truncate on record.%I from current_user', 'audit_event_' || quarter);
  execute format('create table if not exists record.%I partition of audit_personal for values from (%L) to (%L)',
    'audit_personal_' || quarter, beginning, beginning + interval '3 months');
  execute format('revoke update, truncate on record.%I from current_user', 'audit_personal_' || quarter);
end $$;

-- Does the same as record_keep() in migration 12, but for both `audit_event` and `audit_personal`. Returns
-- the number of dropped quarters.
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
    where inhparent in ('audit_event'::regclass, 'audit_personal'::regclass)
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

-- Moves the personal data of existing events. This needs the update privilege on the audit log, which the
-- owner can grant to itself.
grant update on audit_event to current_user;

create temporary view part as
select date_time, id, 'ip' as key, to_jsonb(ip) as value,
  coalesce(actor_id, case when target_type = 'account' and target_id ~ '^[0-9a-f-]{36}$' then target_id::uuid end) as account_id
from audit_event where ip is not null
union all
select date_time, id, key, value, case when key = 'filter' or target_type <> 'account' then actor_id else target_id::uuid end
from audit_event, jsonb_each(changes)
where key in ('filter', 'contactName', 'contact')
  or target_type = 'account' and target_id ~ '^[0-9a-f-]{36}$'
    and key in ('name', 'username', 'firstName', 'lastName', 'mobilePhone', 'email', 'displayName');

insert into audit_personal (date_time, event_id, account_id, ip, changes)
select date_time, id, account_id, max(value #>> '{}') filter (where key = 'ip'),
  coalesce(jsonb_object_agg(key, value) filter (where key <> 'ip'), '{}')
from part where account_id is not null group by date_time, id, account_id;

update audit_event as event set
  ip = case when personal.ip then null else event.ip end,
  changes = event.changes || personal.blank
from (
  select event_id, date_time, bool_or(ip is not null) as ip,
    coalesce(jsonb_object_agg(key, '[null, null]'::jsonb) filter (where key is not null), '{}') as blank
  from audit_personal left join lateral jsonb_object_keys(changes) as key on true group by event_id, date_time
) as personal
where personal.event_id = event.id and personal.date_time = event.date_time;

drop view part;
revoke update on audit_event from current_user;
