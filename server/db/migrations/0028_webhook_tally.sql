-- What became of a webhook's events, by the half hour in which it did; kept for a day or two.
-- first, retried: delivered at the first try, at a later one. begun: tried for the first time. failed: tries.
create table webhook_tally (
  webhook_id uuid not null,
  half_hour timestamptz not null,
  begun integer not null,
  first integer not null,
  retried integer not null,
  failed integer not null,
  primary key (webhook_id, half_hour)
);
