-- For service accounts: the roles and codes in the organization, and the creator. If the creator is deleted,
-- the service account remains. If the organization is deleted, it is deleted, too.
alter table application
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}',
  add column creator_id uuid,
  add foreign key (tenant_id) references tenant on delete cascade;

-- Finds the applications that own a resource, which can be the audience of a service account's token.
create index application_resources on application using gin (resources) where tenant_id is null and kind = 'SERVICE';

-- The service account that performed the action. If it is set, actor_id is null.
alter table audit_event add column application_id uuid;
