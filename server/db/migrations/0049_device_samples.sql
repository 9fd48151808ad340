-- When a device last reported info_map. The time is updated with each change, and every ten minutes for
-- unchanged reports.
alter table device add column info_at timestamptz;

-- The first numeric values that a device reported in each ten minutes, as a map of keys to values. A slot is
-- overwritten a day later, so a device has at most 144 rows.
create table device_sample (
  tenant_id uuid not null,
  device_id text not null,
  slot smallint not null check (slot between 0 and 143),
  at timestamptz not null default now(),
  numbers jsonb not null,
  primary key (device_id, tenant_id, slot)
);
-- Finds samples older than a day of devices that no longer report.
create index device_sample_at on device_sample (at);
