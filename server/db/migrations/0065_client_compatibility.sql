-- impersonal: application require_pkce signing_alg groups_template
-- impersonal: secret_key signs_at
-- require_pkce: whether a client that authenticates must use PKCE. Public clients always must.
-- signing_alg: the algorithm of the ID tokens, logout tokens and JWT access tokens of the application.
-- groups_template: the template of the claim `groups`, one group per line; null for no such claim.
-- Existing applications keep the rules that their clients are configured for.
alter table application
  add column require_pkce boolean not null default true,
  add column signing_alg text not null default 'ES256' check (signing_alg in ('RS256', 'ES256')),
  add column groups_template text;
alter table application
  alter column require_pkce set default false,
  alter column signing_alg set default 'RS256';

-- signs_at: when a signing key begins to sign. It is published before, so that every cache has it in time.
alter table secret_key add column signs_at timestamptz not null default now();
