-- Hourly counts of an application's successful and refused sign-ins and token requests. The counts are stored
-- for a month and shown on the application's page.
create table application_hour (
  application_id uuid not null references application on delete cascade,
  hour timestamptz not null,
  signed_in integer not null,
  failed integer not null,
  primary key (application_id, hour)
);
create index application_hour_hour on application_hour (hour);

-- Errors of an application, one row for each kind and detail. `detail` is a URI or a scope as the client sent
-- it. It contains no secret.
create table application_error (
  application_id uuid not null references application on delete cascade,
  kind text not null,
  detail text not null,
  count integer not null,
  last_at timestamptz not null default now(),
  primary key (application_id, kind, detail)
);
create index application_error_last on application_error (last_at);
