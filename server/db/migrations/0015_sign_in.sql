-- Sign-ins that failed and were about no account, by the network they came from and the hour; one event once it closed.
create table failed_sign_in (
  network text not null,
  hour timestamptz not null,
  count bigint not null,
  primary key (network, hour)
);
create index failed_sign_in_hour on failed_sign_in (hour);

-- Whether a browser's token was given by us, whichever accounts know it.
create index known_device_token on known_device (token_hash);
