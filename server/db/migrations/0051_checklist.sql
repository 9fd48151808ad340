-- The check-list of a beginning was put away: of an organization by its owner or a manager, of the platform by an
-- administrator.
alter table member add column checklist_put_away boolean not null default false;
alter table account add column checklist_put_away boolean not null default false;
