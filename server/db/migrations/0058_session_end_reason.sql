-- The reason why the session ended, or null if the user ended it. The sign-in page in that browser shows the
-- reason.
alter table session add column end_reason text;
