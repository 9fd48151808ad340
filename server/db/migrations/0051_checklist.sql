-- Whether the checklist was dismissed. In `member`, this is the checklist of an organization's owner or
-- manager. In `account`, this is the checklist of a platform administrator.
alter table member add column checklist_put_away boolean not null default false;
alter table account add column checklist_put_away boolean not null default false;
