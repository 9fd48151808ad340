-- When another redirect address was last added: consents that are older are asked for again. null: never.
alter table application add column redirects_changed_at timestamptz;
alter table consent add column allowed_at timestamptz not null default now();

-- Scopes that were requested and stored although the application does not have them.
update consent set scopes = array(
  select scope from unnest(consent.scopes) as scope where scope = any(application.scopes))
from application
where application.id = consent.application_id and not consent.scopes <@ application.scopes;
