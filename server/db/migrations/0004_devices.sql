-- `tenant_id` is all zeros for a device without an organization.
create table device (
  tenant_id uuid not null,
  id text not null,
  name text not null,
  contact_name text,
  contact_mobile_phone text,
  business_man text,
  status text not null check (status in ('PRODUCED', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'RETIRED')),
  online boolean not null default false,
  customer_name text,
  version_map jsonb not null default '{}',
  info_map jsonb not null default '{}',
  specification text,
  produced_at timestamptz,
  expired_at timestamptz,
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index device_created on device (created_at desc, id desc);
create index device_tenant_created on device (tenant_id, created_at desc, id desc);
create index device_tenant_status on device (tenant_id, status, created_at desc, id desc);
create index device_status on device (status, created_at desc, id desc);
create index device_online on device (tenant_id) where online;

-- Ensures that device ids are unique across all organizations.
create table device_claim (
  id text primary key,
  tenant_id uuid not null
);
