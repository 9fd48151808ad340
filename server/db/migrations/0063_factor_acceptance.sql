-- Whether the member joined on their own, or has accepted that the organization requires a second factor.
alter table member add column factor_accepted boolean not null default false;
update member set factor_accepted = true from tenant
where tenant.id = member.tenant_id and (member.join_code_id is not null or tenant.creator_id = member.account_id);
