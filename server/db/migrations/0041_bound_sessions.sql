-- The thumbprint (RFC 7638) of the key that a sign-in has shown: each refresh of its session is proved by that key, and so
-- is the second step of the sign-in. None: bound to nothing, as all sessions of before.
alter table session add column jkt text;
-- When a refresh token of it came without the key for the last time that was recorded.
alter table session add column unproven_at timestamptz;
alter table factor_challenge add column jkt text;
