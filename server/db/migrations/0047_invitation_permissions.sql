-- What whoever joins by an invitation holds from then on.
alter table tenant_join_code
  add column roles text[] not null default '{}',
  add column auth_codes text[] not null default '{}';
