-- For service accounts: the roles and codes in the organization, and the creator. A service account stays if
-- its creator is deleted, but not if its organization is.
alter table application
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}',
  add column creator_id uuid,
  add foreign key (tenant_id) references tenant on delete cascade;

-- Finds the applications whose resources can be the audience of a service account's token.
create index application_resources on application using gin (resources) where tenant_id is null and kind = 'SERVICE';

-- The service account that performed the action. actor_id is null then.
alter table audit_event add column application_id uuid;
