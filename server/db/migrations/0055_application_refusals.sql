-- What an application was refused for, each kind with each detail once an hour, so that each day has its own. For a month.
-- detail: an address or a scope as it was sent; no secret.
create table application_refusal (
  application_id uuid not null references application on delete cascade,
  hour timestamptz not null,
  kind text not null,
  detail text not null,
  count integer not null,
  last_at timestamptz not null default now(),
  primary key (application_id, hour, kind, detail)
);
create index application_refusal_hour on application_refusal (hour);

-- application_error, which counted a month as one, is written by servers of the release before alone. Of what it counted only
-- the last hour is known, in which it was no more than was refused then; the rest stays counted in application_hour.
insert into application_refusal (application_id, hour, kind, detail, count, last_at)
select application_id, hour, kind, detail, least(count, failed), last_at
from application_error join application_hour using (application_id)
where hour = date_trunc('hour', last_at, 'UTC') and failed > 0;
