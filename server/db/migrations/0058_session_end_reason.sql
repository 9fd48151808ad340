-- The reason why someone other than the user ended the session. The sign-in page of that browser shows it.
alter table session add column end_reason text;
