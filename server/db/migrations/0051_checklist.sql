-- Whether the checklist was dismissed: for an organization by its owner or a manager, for the platform by an
-- administrator.
alter table member add column checklist_put_away boolean not null default false;
alter table account add column checklist_put_away boolean not null default false;
