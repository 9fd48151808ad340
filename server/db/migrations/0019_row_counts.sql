-- Row counts of lists, by organization or account (`scope`: all ones for the whole platform, all zeros for
-- rows without an owner) and by filter value (`kind`). For each statement, triggers append the changes of the
-- counts as rows. No statement can omit these changes, and no transaction waits for a row lock. Every few
-- seconds, the changes are merged into the counts. The current count is the stored count plus its changes.
create table row_count (
  list text not null,
  scope uuid not null,
  kind text not null,
  count bigint not null,
  primary key (list, scope, kind)
) with (fillfactor = 70);
create table row_count_change (
  list text not null,
  scope uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  change bigint not null,
  primary key (list, scope, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Starts counting the rows of a table, including existing ones. `kind` and `scope` are SQL expressions over
-- the columns of the table. A row whose kind is null is not counted.
create function count_rows(
  list text, counted regclass, kind text, scope text default $$'00000000-0000-0000-0000-000000000000'::uuid$$) returns void language plpgsql as $$
declare
  function_name text := 'count_' || list;
begin
  execute format($code$
    create function %1$I() returns trigger language plpgsql as $count$
    begin
      if tg_op = 'INSERT' then
        insert into row_count_change (list, scope, kind, change)
        select %2$L, scope, kind, count(*) from (select %3$s as scope, %4$s as kind from new_rows) as counted
        where kind is not null group by scope, kind;
      elsif tg_op = 'DELETE' then
        insert into row_count_change (list, scope, kind, change)
        select %2$L, scope, kind, -count(*) from (select %3$s as scope, %4$s as kind from old_rows) as counted
        where kind is not null group by scope, kind;
      elsif tg_op = 'UPDATE' then
        insert into row_count_change (list, scope, kind, change)
        select %2$L, scope, kind, sum(change) from (
          select %3$s as scope, %4$s as kind, 1 as change from new_rows
          union all
          select %3$s, %4$s, -1 from old_rows) as counted
        where kind is not null group by scope, kind having sum(change) <> 0;
      else -- TRUNCATE. No changes are merged into the counts at the same time.
        perform pg_advisory_xact_lock(7201955483);
        delete from row_count where row_count.list = %2$L;
        delete from row_count_change where row_count_change.list = %2$L;
      end if;
      return null;
    end $count$
  $code$, function_name, list, scope, kind);
  -- Creating the first trigger blocks writers of the table until this transaction commits.
  execute format('create trigger %1$s_insert after insert on %2$s
    referencing new table as new_rows for each statement execute function %1$I()', function_name, counted);
  execute format('create trigger %1$s_update after update on %2$s
    referencing old table as old_rows new table as new_rows for each statement execute function %1$I()', function_name, counted);
  execute format('create trigger %1$s_delete after delete on %2$s
    referencing old table as old_rows for each statement execute function %1$I()', function_name, counted);
  execute format('create trigger %1$s_truncate after truncate on %2$s
    for each statement execute function %1$I()', function_name, counted);
  execute format($code$
    insert into row_count (list, scope, kind, count)
    select %1$L, case when grouping(scope) = 1 then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else scope end, kind, count(*)
    from (select %2$s as scope, %3$s as kind from %4$s) as counted
    where kind is not null group by grouping sets ((scope, kind), (kind))
  $code$, list, scope, kind, counted);
end $$;

-- Sets the status of renewed organizations from EXPIRED back to FINISH. Before this migration, a renewal did
-- not change the stored status. From now on, the counts are outdated only for organizations that have expired
-- since the last run of the periodic task.
update tenant set status = 'FINISH' where status = 'EXPIRED' and coalesce(expire_at > now(), true);
create index tenant_stored on tenant (status, coalesce(expire_at, 'infinity'::timestamptz))
  where not personal and status in ('FINISH', 'EXPIRED');

drop table device_count, device_count_change;
select count_rows('device', 'device', 'status', 'tenant_id');
select count_rows('device_online', 'device_presence', $$case when online then 'ONLINE' end$$, 'tenant_id');
select count_rows('account', 'account',
  $$case when erased_at is null then case when enabled then 'ENABLED' else 'DISABLED' end end$$);
select count_rows('tenant', 'tenant', $$case when not personal then status end$$);
select count_rows('tenant_application', 'tenant_application', 'status', 'applicant_id');
select count_rows('message', 'message', $$type || case when read_at is null then ' 0' else ' 1' end$$, 'account_id');
-- Events are counted by quarter, because each quarter has its own partition.
select count_rows('event', 'audit_event', $$to_char(date_time at time zone 'UTC', 'YYYY_Q')$$, 'tenant_id');
select count_rows('event_of_actor', 'audit_event',
  $$case when actor_id is not null then to_char(date_time at time zone 'UTC', 'YYYY_Q') end$$, 'actor_id');

-- There are few internal organizations, so the index has only a few database pages.
create index tenant_internal on tenant (created_at desc, id desc) where internal and not personal;
-- With these indexes, reading a list page with a large offset touches only index entries. Erased accounts are
-- not indexed.
drop index account_created, account_name, account_username;
create index account_created on account (created_at desc, id desc) where erased_at is null;
create index account_name on account (name, id) where erased_at is null;
create index account_username on account (coalesce(lower(username), ''), id) where erased_at is null;
