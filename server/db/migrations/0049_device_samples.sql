-- When a device last reported `info_map`. Updated with each changed report, and at most every ten minutes for
-- unchanged reports.
alter table device add column info_at timestamptz;

-- The first numeric values that a device reported in each ten-minute slot, as a map from keys to values. A
-- slot is overwritten a day later, so a device has at most 144 rows.
create table device_sample (
  tenant_id uuid not null,
  device_id text not null,
  slot smallint not null check (slot between 0 and 143),
  at timestamptz not null default now(),
  numbers jsonb not null,
  primary key (device_id, tenant_id, slot)
);
-- Index for finding samples older than a day. Such samples belong to devices that no longer report.
create index device_sample_at on device_sample (at);
