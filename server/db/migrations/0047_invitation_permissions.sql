-- The roles and permission codes that the invitation grants to new members.
alter table tenant_join_code
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}';
