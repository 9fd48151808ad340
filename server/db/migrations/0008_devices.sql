-- `status_before`: the status to which an EXPIRED device returns when it is renewed.
alter table device add column status_before text check (status_before in ('PRODUCED', 'ACTIVE'));
update device set status_before = 'ACTIVE' where status = 'EXPIRED';
create index device_expiring on device (expired_at) where status in ('PRODUCED', 'ACTIVE') and expired_at is not null;
create index device_expiry on device (coalesce(expired_at, 'infinity'::timestamptz), id);
create index device_tenant_expiry on device (tenant_id, coalesce(expired_at, 'infinity'::timestamptz), id);
-- Device reports change no indexed column. The fillfactor leaves free space on each database page, which
-- allows HOT updates.
alter table device set (fillfactor = 85);

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index device_search on device using gin (
      search_form(id || chr(10) || name || chr(10) || coalesce(contact_name, '') || chr(10) || coalesce(contact_mobile_phone, ''))
      gin_trgm_ops);
  end if;
end $$;

-- Connection states of devices. They have a separate table with few indexes, because thousands of states can
-- change per second. `node_id` is the server that holds the connection. `seen_at` is infinity while the
-- device is online, and -infinity before its first connection.
create table device_presence (
  tenant_id uuid not null,
  id text not null,
  online boolean not null default false,
  node_id uuid,
  connection_id uuid,
  ip text,
  address text,
  connected_at timestamptz,
  last_ip text,
  last_address text,
  last_connected_at timestamptz,
  seen_at timestamptz not null default '-infinity',
  primary key (tenant_id, id)
);
insert into device_presence (tenant_id, id) select tenant_id, id from device;
create index device_presence_seen on device_presence (seen_at, id);
create index device_presence_tenant_seen on device_presence (tenant_id, seen_at, id);
create index device_presence_node on device_presence (node_id) where online;
drop index device_online;
alter table device drop column online;

-- Past and current connections of devices. `tenant_id` is the organization that the device belonged to at
-- that time.
create table device_connection (
  tenant_id uuid not null,
  device_id text not null,
  id uuid not null,
  ip text not null,
  address text,
  connected_at timestamptz not null default now(),
  disconnected_at timestamptz,
  primary key (tenant_id, device_id, id)
);
create index device_connection_device on device_connection (device_id, connected_at desc, id desc);
create index device_connection_time on device_connection (connected_at);

-- Credentials of devices. `hash` is the HMAC-SHA-256 of the device id with the password as its key. The
-- password has 256 random bits.
create table device_credential (
  device_id text primary key,
  hash bytea not null,
  created_at timestamptz not null default now()
);

-- Servers that hold device connections. If a server stops renewing its row, its devices are marked as
-- offline.
create table device_node (
  id uuid primary key,
  renewed_at timestamptz not null default now()
);

-- Device counts by organization and status. The kind ONLINE counts online devices. A `tenant_id` of all ones
-- stands for the whole platform. Changes of counts are appended as rows, so that no transaction waits for a
-- row lock, and are merged into the counts every few seconds. The current count is therefore the stored count
-- plus its changes.
create table device_count (
  tenant_id uuid not null,
  kind text not null,
  count bigint not null,
  primary key (tenant_id, kind)
);
create table device_count_change (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  change integer not null,
  primary key (tenant_id, id)
);
insert into device_count (tenant_id, kind, count)
  select tenant_id, status, count(*) from device group by tenant_id, status;
insert into device_count (tenant_id, kind, count)
  select 'ffffffff-ffff-ffff-ffff-ffffffffffff', status, count(*) from device group by status;
-- The transaction that merges the changes locks this row.
insert into device_count (tenant_id, kind, count) values ('ffffffff-ffff-ffff-ffff-ffffffffffff', 'ONLINE', 0);
