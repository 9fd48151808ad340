-- Refused requests of an application, one row per hour, kind and detail, stored for a month. `detail` is a
-- URI or a scope as the client sent it. It contains no secret.
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

-- Copies the counts of `application_error`, to which only servers of the previous release still write. That
-- table does not record hours. A count is therefore copied to the hour of its last error, limited to the
-- number of refusals in that hour. The remaining refusals are still counted in `application_hour`.
insert into application_refusal (application_id, hour, kind, detail, count, last_at)
select application_id, hour, kind, detail, least(count, failed), last_at
from application_error join application_hour using (application_id)
where hour = date_trunc('hour', last_at, 'UTC') and failed > 0;
