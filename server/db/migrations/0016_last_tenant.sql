-- The organization that the account used last in any session. The account's own id stands for the personal
-- organization.
alter table account add column last_tenant_id uuid;
