-- The roles and codes that new members receive through the invitation.
alter table tenant_join_code
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}';
