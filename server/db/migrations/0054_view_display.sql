-- How a view displays its list: the columns in their order, and the row height. null: the viewer's own
-- display settings apply.
alter table saved_view add column display jsonb;
