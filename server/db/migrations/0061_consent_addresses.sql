-- When a redirect URI was last added, or null if never. Older consents are requested again.
alter table application add column redirects_changed_at timestamptz;
alter table consent add column allowed_at timestamptz not null default now();

-- Removes scopes that were requested and stored although the application does not have them.
update consent set scopes = array(
  select scope from unnest(consent.scopes) as scope where scope = any(application.scopes))
from application
where application.id = consent.application_id and not consent.scopes <@ application.scopes;
