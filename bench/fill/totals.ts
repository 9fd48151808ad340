/** What the server keeps in each organization's row as it changes, of all that was filled in. */
export const totals = [
  `update tenant set member_count = counted.members, manager_count = counted.managers
   from (select tenant_id, count(*) as members, count(*) filter (where manager) as managers from member group by tenant_id) as counted
   where id = tenant_id`,
  `update tenant set device_count = counted.devices
   from (select tenant_id, count(*) as devices from device group by tenant_id) as counted where id = tenant_id`,
]
