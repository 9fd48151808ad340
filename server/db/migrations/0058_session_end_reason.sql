-- Why somebody other than its user ended a session: the sign-in page of that browser shows it.
alter table session add column end_reason text;
