-- What became of an SMS that a provider took, which it is asked for: server/notifications/receipts. provider_id: what the
-- provider calls the SMS; null where it cannot be asked. receipt: null as long as nothing is known. asked: how often.
-- ask_at: when next; null where it is not asked (any more).
alter table sms
  add column provider_id text,
  add column receipt text check (receipt in ('RECEIVED', 'UNDELIVERED')),
  add column asked integer not null default 0,
  add column ask_at timestamptz;
create index sms_ask on sms (provider, ask_at) where ask_at is not null;
create index sms_receipt on sms (receipt, ended_at desc, id desc) where receipt is not null;

-- Of those that were sent in that hour.
alter table sms_hour
  add column received bigint not null default 0,
  add column undelivered bigint not null default 0;

-- Providers that did not answer what became of SMS, and until when they are not asked.
create table sms_receipt_pause (
  provider text primary key,
  failures integer not null,
  until timestamptz not null
);
