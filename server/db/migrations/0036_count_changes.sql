-- Every change of a number that is not folded yet. A view, since on Citus the shards have changes of their own
-- (server/db/citus/distribute.ts).
create view row_count_unfolded as select list, scope, kind, change from row_count_change;
