-- Tries to connect that were refused, of devices that exist: at most one row an hour and reason, for 30 days, so that one
-- that tries each second leaves no more behind than one that tries each hour. ip, address: of the last try.
create table device_refusal (
  tenant_id uuid not null,
  device_id text not null,
  hour timestamptz not null,
  reason text not null check (
    reason in ('CREDENTIAL_NONE', 'CREDENTIAL_REVOKED', 'PASSWORD', 'CLIENT_ID', 'SUSPENDED', 'EXPIRED', 'RETIRED')),
  count bigint not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  ip text not null,
  address text,
  primary key (tenant_id, device_id, hour, reason)
);
create index device_refusal_device on device_refusal (device_id, last_at desc);
create index device_refusal_hour on device_refusal (hour);

-- The newest since it was connected, which says why it is offline.
alter table device_presence add column refused_at timestamptz, add column refused_reason text;

-- hash: null once it is revoked, at created_at.
alter table device_credential alter column hash drop not null;
