-- The most devices that were online at the same time, by organization and hour, looked at each minute and kept for 60
-- days; all ones: on the whole platform, whose row is there for every hour that was looked at. No row: none was online.
create table device_online (
  tenant_id uuid not null,
  hour timestamptz not null,
  peak bigint not null,
  primary key (tenant_id, hour)
);
create index device_online_hour on device_online (hour);
