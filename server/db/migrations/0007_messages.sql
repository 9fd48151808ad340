-- Messages to accounts in the console. The text is built from `template` and `params` when a message is read.
-- `subject_id` is the object of a to-do (TODO), for example an organization request. A decision on this
-- object completes the to-do for everyone.
create table message (
  account_id uuid not null,
  id uuid not null,
  type text not null check (type in ('MESSAGE', 'NOTICE', 'TODO')),
  template text not null,
  params jsonb not null default '{}',
  subject_id uuid,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (account_id, id)
);
create index message_newest on message (account_id, created_at desc, id desc);
create index message_unread on message (account_id, type, created_at desc, id desc) where read_at is null;
create index message_open on message (subject_id) where read_at is null and subject_id is not null;
