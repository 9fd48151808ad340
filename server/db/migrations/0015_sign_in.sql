-- Failed sign-ins with an unknown username, phone number or email address, counted by network and hour. After
-- each hour, each network's count is recorded as one audit event.
create table failed_sign_in (
  network text not null,
  hour timestamptz not null,
  count bigint not null,
  primary key (network, hour)
);
create index failed_sign_in_hour on failed_sign_in (hour);

-- Index for checking whether a browser's token is known to this deployment, for any account.
create index known_device_token on known_device (token_hash);
