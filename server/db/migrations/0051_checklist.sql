-- Whether the account has dismissed the checklist: for an organization as its owner or a manager (member),
-- for the platform as an administrator (account).
alter table member add column checklist_put_away boolean not null default false;
alter table account add column checklist_put_away boolean not null default false;
