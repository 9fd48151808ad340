-- When a device last told its info_map: at each change, and every ten minutes where it tells the same again.
alter table device add column info_at timestamptz;

-- The numbers that a device told first in each ten minutes, key to value: a slot is written over a day later, so that there
-- are 144 rows a device at most, whatever it sends.
create table device_sample (
  tenant_id uuid not null,
  device_id text not null,
  slot smallint not null check (slot between 0 and 143),
  at timestamptz not null default now(),
  numbers jsonb not null,
  primary key (device_id, tenant_id, slot)
);
-- What is older than a day, of devices that are silent.
create index device_sample_at on device_sample (at);
