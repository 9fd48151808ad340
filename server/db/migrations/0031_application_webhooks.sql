-- `application_id`: the application that receives the events. `feed`: the source of the events. For an
-- organization and its service accounts, this is the organization. For an application of the platform, this
-- is the application. Null stands for the whole platform.
alter table webhook
  add column application_id uuid references application on delete cascade,
  add column feed uuid generated always as (coalesce(tenant_id, application_id)) stored;
drop index webhook_tenant;
create index webhook_feed on webhook (feed);
create index webhook_application on webhook (application_id) where application_id is not null;

create index sign_in_grant_tenant on sign_in_grant (tenant_id, application_id) where tenant_id is not null;
create index application_tenants on application using gin (tenant_ids) where tenant_ids <> '{}';

-- Returns the applications of the platform that receive an event, as described in docs/api/events.md. Must be
-- called in the transaction of the change, because a closed account has no consents afterwards. `only_on`
-- limits the result to applications with an enabled webhook. The query is in a function, so that it is
-- planned only once per connection.
create function event_applications(event_type text, tenant uuid, account uuid, only_on boolean) returns setof uuid
language plpgsql stable set search_path = public, pg_temp as $$
declare
  about text := split_part(event_type, '.', 1);
begin
  if not exists (select from webhook where application_id is not null and tenant_id is null) then
    return;
  end if;
  return query
    select application.id from application
    where application.id in (
        select consent.application_id from consent
        where about = 'account' and consent.account_id = account and consent.scopes <> '{}'
        union all
        select sign_in.application_id from sign_in_grant as sign_in
        where about in ('account', 'member') and sign_in.account_id = account and sign_in.expires_at > now()
          and (about = 'account' or sign_in.tenant_id = tenant)
        union all
        select sign_in.application_id from sign_in_grant as sign_in
        where about = 'tenant' and sign_in.tenant_id = tenant and sign_in.expires_at > now()
        union all
        select listed.id from application as listed
        where about in ('tenant', 'device') and listed.tenant_ids <> '{}' and listed.tenant_ids @> array[tenant])
      and (about = 'account' or application.tenant_ids = '{}' or tenant = any(application.tenant_ids))
      and exists (
        select from webhook
        where webhook.application_id = application.id and event_type = any(webhook.events)
          and (webhook.enabled or not only_on));
end $$;
