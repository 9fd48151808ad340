-- Results of deliveries by webhook and half hour, stored for one to two days. first and retried count events
-- that were delivered at the first or a later attempt. begun counts first attempts. failed counts failed
-- attempts.
create table webhook_tally (
  webhook_id uuid not null,
  half_hour timestamptz not null,
  begun integer not null,
  first integer not null,
  retried integer not null,
  failed integer not null,
  primary key (webhook_id, half_hour)
);
