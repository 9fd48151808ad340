-- A member is an account in an organization. The table is renamed to `member`, the term that is used
-- everywhere else.
alter table tenant_operator rename to member;
alter table member rename column operator_id to account_id;
alter table member rename constraint tenant_operator_pkey to member_pkey;
alter index tenant_operator_operator rename to member_account;
alter index tenant_operator_joined rename to member_joined;
alter index tenant_operator_join_code rename to member_join_code;
alter index tenant_operator_managers rename to member_managers;
-- `if exists` is required, because the index does not exist if the server lacks the extension `pg_trgm`.
alter index if exists tenant_operator_search rename to member_search;

alter table tenant rename column operator_count to member_count;
