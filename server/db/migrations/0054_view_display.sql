-- Display settings of a view: the order of the columns and the row height. Null means that the viewer's own
-- display settings apply.
alter table saved_view add column display jsonb;
