-- Applications that are to be told that a session has ended: written where it ends, sent by any node. due_at: of one that
-- is being sent when another node may take it over.
create table sign_out_notice (
  application_id uuid not null references application on delete cascade,
  session_id uuid not null,
  account_id uuid not null,
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  primary key (application_id, session_id)
);
create index sign_out_notice_due on sign_out_notice (due_at);
