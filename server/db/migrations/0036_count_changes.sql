-- All changes that are not merged into the counts yet. It is a view, because on Citus the shards have their
-- own changes (server/db/citus/distribute.ts).
create view row_count_unfolded as select list, scope, kind, change from row_count_change;
