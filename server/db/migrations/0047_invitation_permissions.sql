-- The roles and permission codes that new members get when they use the invitation.
alter table tenant_join_code
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}';
