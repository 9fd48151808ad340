-- Display settings of a view: the columns in their order, and the row height. If null, the viewer's own
-- display settings apply.
alter table saved_view add column display jsonb;
