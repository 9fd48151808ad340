-- The thumbprint (RFC 7638) of the DPoP key that was proven at sign-in, or null if the session is not bound
-- to a key. Each refresh of the session and the second step of the sign-in require a proof with the same key.
alter table session add column jkt text;
-- When a refresh token of the session was last recorded as used without a proof of the key.
alter table session add column unproven_at timestamptz;
alter table factor_challenge add column jkt text;
