-- Papers whose content is in object storage: object_key says where, sha256 what has to be found there.
alter table tenant_application_paper
  add column object_key text,
  add column sha256 bytea,
  add constraint tenant_application_paper_kept check (
    num_nonnulls(content, object_key) = 1 and (object_key is null) = (sha256 is null)
  );

-- Objects that have to be deleted. One is here before it is written, until a paper names it in the transaction that takes its row
-- away, and again once that paper is deleted. tries: by the task that deletes it; what was tried once is taken by no paper any more.
create table object_to_delete (
  key text primary key,
  due_at timestamptz not null,
  tries integer not null default 0
);
create index object_to_delete_due on object_to_delete (due_at);
