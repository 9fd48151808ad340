-- The reason why the session ended, if the user did not end it. The sign-in page in that browser shows the
-- reason.
alter table session add column end_reason text;
