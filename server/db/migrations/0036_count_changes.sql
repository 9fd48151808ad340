-- All changes that have not been merged into the counts yet. This is a view, because on Citus each shard
-- stores its own changes (server/db/citus/distribute.ts).
create view row_count_unfolded as select list, scope, kind, change from row_count_change;
