-- Whether the organization requires a second factor from its members. Each call reads this for the caller's
-- organizations. Few organizations require one.
alter table tenant add column factor_required boolean not null default false;
