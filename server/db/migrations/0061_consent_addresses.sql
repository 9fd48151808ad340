-- When a redirect URI was last added to the application, or null if none has been added since its creation.
-- Consents that were given before this time must be renewed.
alter table application add column redirects_changed_at timestamptz;
alter table consent add column allowed_at timestamptz not null default now();

-- Removes from stored consents the scopes that the application does not have.
update consent set scopes = array(
  select scope from unnest(consent.scopes) as scope where scope = any(application.scopes))
from application
where application.id = consent.application_id and not consent.scopes <@ application.scopes;
