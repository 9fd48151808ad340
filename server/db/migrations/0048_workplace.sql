-- Figures of the platform by hour, stored for 60 days. The workplace shows changes since last week.
create table platform_hour (
  hour timestamptz primary key,
  organizations bigint not null,
  accounts bigint not null,
  devices bigint not null,
  online bigint not null,
  expiring bigint not null
);
-- Finds the organizations of a province by their first area.
create index tenant_province on tenant ((areas -> 0 ->> 'id')) where not personal;
-- The index is small, because a connection clears the reason.
create index device_presence_refused on device_presence (tenant_id, id)
  where refused_reason in ('PASSWORD', 'CLIENT_ID', 'CREDENTIAL_NONE', 'CREDENTIAL_REVOKED');
