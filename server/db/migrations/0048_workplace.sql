-- The platform's numbers as they were in each hour, kept for 60 days: a figure says how it has changed since last week.
create table platform_hour (
  hour timestamptz primary key,
  organizations bigint not null,
  accounts bigint not null,
  devices bigint not null,
  online bigint not null,
  expiring bigint not null
);
-- The organizations of a province: that of their first area.
create index tenant_province on tenant ((areas -> 0 ->> 'id')) where not personal;
-- Few at a time: connecting takes the reason away.
create index device_presence_refused on device_presence (tenant_id, id)
  where refused_reason in ('PASSWORD', 'CLIENT_ID', 'CREDENTIAL_NONE', 'CREDENTIAL_REVOKED');
