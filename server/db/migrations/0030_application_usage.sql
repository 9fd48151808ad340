-- How often people signed in to an application, or it had a token of its own, and how often that was refused: by the hour,
-- for the picture of its page. Kept for a month.
create table application_hour (
  application_id uuid not null references application on delete cascade,
  hour timestamptz not null,
  signed_in integer not null,
  failed integer not null,
  primary key (application_id, hour)
);
create index application_hour_hour on application_hour (hour);

-- What it was refused for, each kind with each detail once. detail: an address or a scope as it was sent; no secret.
create table application_error (
  application_id uuid not null references application on delete cascade,
  kind text not null,
  detail text not null,
  count integer not null,
  last_at timestamptz not null default now(),
  primary key (application_id, kind, detail)
);
create index application_error_last on application_error (last_at);
