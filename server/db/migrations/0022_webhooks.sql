-- Where programs are told of events. tenant_id: whose events; null: those of the whole platform.
-- taken: the position up to which its events are in webhook_delivery; reach: up to which there are any for it.
-- due_at: when there is something to do next. Who does it holds lease_id until lease_until.
create table webhook (
  id uuid primary key,
  tenant_id uuid,
  creator_id uuid not null,
  url text not null,
  events text[] not null,
  secret bytea not null,
  -- The one before, which signs too for a day.
  former_secret bytea,
  former_until timestamptz,
  enabled boolean not null default true,
  off_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  taken bigint not null,
  reach bigint not null,
  due_at timestamptz not null default 'infinity',
  lease_id uuid,
  lease_until timestamptz not null default '-infinity'
);
create index webhook_tenant on webhook (tenant_id);
create index webhook_due on webhook (due_at) where enabled;

-- An event for a webhook, from its first try on; it goes with its event. due_at: when it is tried next, null: not again;
-- infinity: it waits behind another of its object. attempt: how many tries have failed since the webhook was switched on.
-- tries: newest first, [{at, status, reason, ms}].
create table webhook_delivery (
  webhook_id uuid not null,
  position bigint not null,
  date_time timestamptz not null,
  tenant_id uuid not null,
  object text not null,
  attempt integer not null default 0,
  due_at timestamptz,
  delivered_at timestamptz,
  tries jsonb not null default '[]',
  answer text,
  primary key (webhook_id, position, date_time)
) partition by range (date_time);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where due_at is not null;
create index webhook_delivery_waiting on webhook_delivery (webhook_id, object, position)
  where due_at is not null and delivered_at is null;
select feed_days('webhook_delivery', 30);
