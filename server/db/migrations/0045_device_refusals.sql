-- Refused connections of existing devices, stored for 30 days. There is at most one row per hour and reason,
-- so frequent attempts need no more space than rare ones. `ip` and `address` belong to the last attempt.
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

-- The latest refusal since the last connection, which can explain why the device is offline.
alter table device_presence add column refused_at timestamptz, add column refused_reason text;

-- `hash` is null after the credential was revoked. `created_at` is then the time of the revocation.
alter table device_credential alter column hash drop not null;
