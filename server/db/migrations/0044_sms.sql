-- SMS that were handed to a provider or given up, for who looks after them. id: the message's. phone: E.164; null once its
-- account is erased. provider: the scheme of the address that it was sent by; null where nobody took it.
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

-- How many, by hour. LIMITED: codes that the deployment's budget left none for. provider: '' for nobody.
create table sms_hour (
  hour timestamptz not null,
  provider text not null,
  status text not null check (status in ('SENT', 'REFUSED', 'UNANSWERED', 'EXPIRED', 'EXHAUSTED', 'LIMITED')),
  count bigint not null,
  primary key (hour, provider, status)
);
