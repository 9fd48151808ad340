-- The organization that a session of the account used last. The account's own id stands for the personal
-- organization.
alter table account add column last_tenant_id uuid;
