-- Documents in object storage. `object_key` is the name of the object, and `sha256` is the expected hash of
-- its content.
alter table tenant_application_paper
  add column object_key text,
  add column sha256 bytea,
  add constraint tenant_application_paper_kept check (
    num_nonnulls(content, object_key) = 1 and (object_key is null) = (sha256 is null)
  );

-- Objects that must be deleted from object storage. A row is written before its object is uploaded. The
-- transaction that assigns the object to a document removes the row, and the deletion of the document adds
-- the row again. `tries` counts the attempts to delete the object. After the first attempt, no document can
-- use the object.
create table object_to_delete (
  key text primary key,
  due_at timestamptz not null,
  tries integer not null default 0
);
create index object_to_delete_due on object_to_delete (due_at);
