-- For device codes: the code that the device displays, and when the device last polled for the result.
alter table issued add column user_code text, add column polled_at timestamptz;
create unique index issued_user_code on issued (user_code) where user_code is not null;
