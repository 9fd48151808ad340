-- How a view shows its list: columns in their order, height of rows. Null: as whoever looks has it.
alter table saved_view add column display jsonb;
