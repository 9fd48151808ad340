-- Delivery receipts of SMS, which server/notifications/receipts requests from the provider. `provider_id` is
-- the provider's id of the SMS, or null if the provider does not support receipts. `receipt` is null while
-- the outcome is unknown. `asked` counts the requests for the receipt. `ask_at` is the time of the next
-- request, or null if no further request is due.
alter table sms
  add column provider_id text,
  add column receipt text check (receipt in ('RECEIVED', 'UNDELIVERED')),
  add column asked integer not null default 0,
  add column ask_at timestamptz;
create index sms_ask on sms (provider, ask_at) where ask_at is not null;
create index sms_receipt on sms (receipt, ended_at desc, id desc) where receipt is not null;

-- Counts of the receipts for the SMS that were sent in that hour.
alter table sms_hour
  add column received bigint not null default 0,
  add column undelivered bigint not null default 0;

-- Providers that did not respond to a request for receipts. No further request is sent before the time
-- `until`.
create table sms_receipt_pause (
  provider text primary key,
  failures integer not null,
  until timestamptz not null
);
