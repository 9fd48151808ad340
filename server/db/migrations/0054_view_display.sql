-- How a view displays its list: columns in their order and row height. null: as the viewer has set it.
alter table saved_view add column display jsonb;
