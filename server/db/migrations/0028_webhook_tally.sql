-- Delivery counts by webhook and half hour, stored for one to two days. `first` counts events that were
-- delivered at the first attempt, and `retried` counts events that were delivered later. `begun` counts first
-- attempts. `failed` counts failed attempts.
create table webhook_tally (
  webhook_id uuid not null,
  half_hour timestamptz not null,
  begun integer not null,
  first integer not null,
  retried integer not null,
  failed integer not null,
  primary key (webhook_id, half_hour)
);
