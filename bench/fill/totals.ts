/** What the server keeps with each change, of all that was filled in. */
export const totals = [
  `update tenant set member_count = counted.members, manager_count = counted.managers
   from (select tenant_id, count(*) as members, count(*) filter (where manager) as managers from member group by tenant_id) as counted
   where id = tenant_id`,
  `update tenant set device_count = counted.devices
   from (select tenant_id, count(*) as devices from device group by tenant_id) as counted where id = tenant_id`,
  `insert into device_count (tenant_id, kind, count)
   select coalesce(tenant_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), status, count(*)
   from device group by grouping sets ((tenant_id, status), (status))
   union all
   select coalesce(tenant_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), 'ONLINE', count(*)
   from device_presence where online group by grouping sets ((tenant_id), ())
   on conflict (tenant_id, kind) do update set count = excluded.count`,
]

/** Where changes of counts wait to be folded. */
export const waiting = 'device_count_change'
