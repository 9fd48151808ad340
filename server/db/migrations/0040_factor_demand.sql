-- Whether the organization requires a second factor from its members. Each call reads this column for the
-- caller's organizations. Only few organizations set it.
alter table tenant add column factor_required boolean not null default false;
