-- Failed sign-ins that named no existing account, by network and hour. An hour becomes one audit event after
-- it has ended.
create table failed_sign_in (
  network text not null,
  hour timestamptz not null,
  count bigint not null,
  primary key (network, hour)
);
create index failed_sign_in_hour on failed_sign_in (hour);

-- Finds out whether this deployment issued the token of a browser, for any account.
create index known_device_token on known_device (token_hash);
