-- Of a device code: what stands on the device's screen, and when it last asked whether somebody has entered it.
alter table issued add column user_code text, add column polled_at timestamptz;
create unique index issued_user_code on issued (user_code) where user_code is not null;
