-- For service accounts: the roles and permission codes in the organization, and the creator. A service
-- account remains if its creator is deleted, but is deleted with its organization.
alter table application
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}',
  add column creator_id uuid,
  add foreign key (tenant_id) references tenant on delete cascade;

-- Index for finding the applications that own a resource. A resource can be the audience of a service
-- account's token.
create index application_resources on application using gin (resources) where tenant_id is null and kind = 'SERVICE';

-- The service account that performed the action. If `application_id` is set, `actor_id` is null.
alter table audit_event add column application_id uuid;
