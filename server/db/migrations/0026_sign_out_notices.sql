-- Logout notifications to applications about ended sessions. A notification is written when a session ends,
-- and any server can send it. While a server is sending a notification, `due_at` is the time after which
-- another server can take over.
create table sign_out_notice (
  application_id uuid not null references application on delete cascade,
  session_id uuid not null,
  account_id uuid not null,
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  primary key (application_id, session_id)
);
create index sign_out_notice_due on sign_out_notice (due_at);
