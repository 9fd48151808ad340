-- Whether the organization requires a second factor from its members. Each call reads this column for the
-- caller's organizations.
alter table tenant add column factor_required boolean not null default false;
