-- Platform statistics by hour, stored for 60 days. The workplace shows how they have changed since last week.
create table platform_hour (
  hour timestamptz primary key,
  organizations bigint not null,
  accounts bigint not null,
  devices bigint not null,
  online bigint not null,
  expiring bigint not null
);
-- Index for finding the organizations of a province. The first of an organization's areas determines its
-- province.
create index tenant_province on tenant ((areas -> 0 ->> 'id')) where not personal;
-- Index for finding devices that were refused because of their credential. It is small, because a successful
-- connection clears the reason.
create index device_presence_refused on device_presence (tenant_id, id)
  where refused_reason in ('PASSWORD', 'CLIENT_ID', 'CREDENTIAL_NONE', 'CREDENTIAL_REVOKED');
