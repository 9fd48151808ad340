-- Its members have to have a second factor. Each call asks whether one of the caller's organizations does: few do.
alter table tenant add column factor_required boolean not null default false;
