-- Where a session of the account was last: an organization, or the account's own id for the personal one.
alter table account add column last_tenant_id uuid;
