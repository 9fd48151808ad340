-- SMS messages that a provider accepted or that failed permanently, shown to administrators. `id` is the id
-- of the SMS message. `phone` is in E.164 format, or null after the account was erased. `provider` is the URL
-- scheme of the provider, or null if no provider accepted the message.
create table sms (
  id uuid primary key,
  phone text,
  template text not null,
  provider text,
  status text not null check (status in ('SENT', 'REFUSED', 'UNANSWERED', 'EXPIRED', 'EXHAUSTED')),
  reason text,
  ended_at timestamptz not null default now()
);
create index sms_newest on sms (ended_at desc, id desc);
create index sms_phone on sms (phone, ended_at desc, id desc);
create index sms_template on sms (template, ended_at desc, id desc);
create index sms_provider on sms (provider, ended_at desc, id desc);
create index sms_status on sms (status, ended_at desc, id desc);

-- SMS counts by hour. LIMITED counts codes that were not sent because they exceeded the SMS budget.
-- `provider` is empty if no provider accepted the SMS.
create table sms_hour (
  hour timestamptz not null,
  provider text not null,
  status text not null check (status in ('SENT', 'REFUSED', 'UNANSWERED', 'EXPIRED', 'EXHAUSTED', 'LIMITED')),
  count bigint not null,
  primary key (hour, provider, status)
);
