-- Webhooks. `tenant_id` is the organization whose events are sent, or null for the whole platform. Events up
-- to the position `taken` are in `webhook_delivery`. `reach` is the position of the newest event that must be
-- sent to the webhook. `due_at` is when the webhook must be processed next. The server that processes the
-- webhook holds the lease (`lease_id`) until `lease_until`.
create table webhook (
  id uuid primary key,
  tenant_id uuid,
  creator_id uuid not null,
  url text not null,
  events text[] not null,
  secret bytea not null,
  -- The previous signing secret. For one day, requests are also signed with it.
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

-- Deliveries of events to a webhook, from the first attempt on. A delivery is dropped together with its
-- event. `due_at` is the time of the next attempt. It is null if no attempt is due, and infinity while an
-- earlier event of the same object is pending. `attempt` counts failed attempts since the webhook was
-- enabled. `tries` lists the attempts, newest first, as [{at, status, reason, ms}].
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
