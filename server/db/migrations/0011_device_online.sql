-- The maximum number of devices that were online at the same time, by organization and hour. The number is
-- measured each minute and stored for 60 days. A `tenant_id` of all ones stands for the whole platform, which
-- has a row for every measured hour. If an organization has no row for a measured hour, none of its devices
-- was online.
create table device_online (
  tenant_id uuid not null,
  hour timestamptz not null,
  peak bigint not null,
  primary key (tenant_id, hour)
);
create index device_online_hour on device_online (hour);
