import type { ApplicationKind } from '../states.ts'

/** A sample configuration for one library or program, filled in with the values of an application. */
export interface Configuration {
  name: string
  text: string
}

interface Registration {
  /** The origin of this server, without a trailing slash. */
  origin: string
  realm: string
  clientId: string
  kind: ApplicationKind
  redirectUris: readonly string[]
  scopes: readonly string[]
  /** Whether the application authenticates with a private key instead of a secret. */
  usesKey: boolean
}

interface Values {
  origin: string
  realm: string
  issuer: string
  clientId: string
  /** The first registered redirect URI. */
  redirect: string
  scopes: readonly string[]
  scope: string
  usesKey: boolean
}

/**
 * Returns sample configurations with the values of an application. They read the secret from the environment
 * variable REEVE_SECRET, or from the variable that the program itself defines for it.
 */
export function configurationsOf(registration: Registration): Configuration[] {
  const { origin, realm, clientId, redirectUris, usesKey } = registration
  const scopes = registration.scopes.length ? registration.scopes : ['openid']
  const values: Values = {
    ...{ origin, realm, issuer: `${origin}/realms/${realm}`, clientId, usesKey },
    ...{ redirect: redirectUris[0] ?? 'http://127.0.0.1/callback', scopes, scope: scopes.join(' ') },
  }
  return templates[registration.kind].map(([name, template]) => ({ name, text: template(values) }))
}

type Template = readonly [name: string, text: (values: Values) => string]

const discovery = (
  { issuer, clientId }: Values,
  authentication: string,
) => `import * as oidc from 'openid-client'

const config = await oidc.discovery(
  new URL('${issuer}'),
  '${clientId}',
  ${authentication},
)
`
const secretOrKey = ({ usesKey }: Values) =>
  usesKey ? 'undefined, oidc.PrivateKeyJwt(key)' : 'process.env.REEVE_SECRET'
const noSecret = 'undefined, oidc.None()'

const authorization = ({ redirect, scope }: Values) => `const code_verifier = oidc.randomPKCECodeVerifier()
const url = oidc.buildAuthorizationUrl(config, {
  redirect_uri: '${redirect}',
  scope: '${scope}',
  code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
  code_challenge_method: 'S256',
})
`

const server: readonly Template[] = [
  ['openid-client', (values) => discovery(values, secretOrKey(values)) + authorization(values)],
  [
    'Auth.js',
    ({ issuer, clientId, scope }) => `import NextAuth from 'next-auth'

// Redirect URI: https://YOUR-APPLICATION/api/auth/callback/reeve
export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'reeve',
      name: 'Reeve',
      type: 'oidc',
      issuer: '${issuer}',
      clientId: '${clientId}',
      clientSecret: process.env.REEVE_SECRET,
      authorization: { params: { scope: '${scope}' } },
    },
  ],
})
`,
  ],
  [
    'Spring Security',
    ({ issuer, clientId, scopes }) => `# Redirect URI: https://YOUR-APPLICATION/login/oauth2/code/reeve
spring:
  security:
    oauth2:
      client:
        provider:
          reeve:
            issuer-uri: ${issuer}
        registration:
          reeve:
            client-id: ${clientId}
            client-secret: \${REEVE_SECRET}
            scope: ${scopes.join(',')}
`,
  ],
  [
    'Apache mod_auth_openidc',
    ({
      issuer,
      clientId,
      redirect,
      scope,
    }) => `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret \${REEVE_SECRET}
OIDCRedirectURI ${redirect}
OIDCScope "${scope}"
OIDCCryptoPassphrase \${OIDC_CRYPTO_PASSPHRASE}

<Location />
  AuthType openid-connect
  Require valid-user
</Location>
`,
  ],
  [
    'Authlib',
    ({ issuer, clientId, redirect, scope }) => `import os
from authlib.integrations.flask_client import OAuth

oauth = OAuth(app)
oauth.register(
    'reeve',
    client_id='${clientId}',
    client_secret=os.environ['REEVE_SECRET'],
    server_metadata_url='${issuer}/.well-known/openid-configuration',
    client_kwargs={'scope': '${scope}'},
)

@app.route('/login')
def login():
    return oauth.reeve.authorize_redirect('${redirect}')
`,
  ],
  [
    'go-oidc',
    ({ issuer, clientId, redirect, scopes }) => `provider, err := oidc.NewProvider(ctx, "${issuer}")
if err != nil {
	log.Fatal(err)
}
config := oauth2.Config{
	ClientID:     "${clientId}",
	ClientSecret: os.Getenv("REEVE_SECRET"),
	Endpoint:     provider.Endpoint(),
	RedirectURL:  "${redirect}",
	Scopes:       []string{${scopes.map((scope) => `"${scope}"`).join(', ')}},
}
verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
`,
  ],
  [
    'oauth2-proxy',
    ({ issuer, clientId, scope }) => `# Redirect URI: the value of redirect_url
# Environment: OAUTH2_PROXY_CLIENT_SECRET and OAUTH2_PROXY_COOKIE_SECRET
provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${clientId}"
redirect_url = "https://YOUR-APPLICATION/oauth2/callback"
scope = "${scope}"
oidc_email_claim = "sub"
oidc_groups_claim = "groups"
email_domains = ["*"]
`,
  ],
  [
    'Grafana',
    ({ issuer, clientId, scope }) => `; Redirect URI: https://YOUR-GRAFANA/login/generic_oauth
[auth.generic_oauth]
enabled = true
name = Reeve
client_id = ${clientId}
client_secret = $__env{REEVE_SECRET}
scopes = ${scope}
auth_url = ${issuer}/protocol/openid-connect/auth
token_url = ${issuer}/protocol/openid-connect/token
api_url = ${issuer}/protocol/openid-connect/userinfo
use_pkce = true
login_attribute_path = preferred_username || sub
name_attribute_path = name
email_attribute_path = email || sub
groups_attribute_path = groups
`,
  ],
]

const singlePage: readonly Template[] = [
  [
    'oidc-client-ts',
    ({ issuer, clientId, redirect, scope }) => `import { UserManager } from 'oidc-client-ts'

const users = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirect}',
  scope: '${scope}',
})
if (new URLSearchParams(location.search).has('code')) await users.signinCallback()
else if (!(await users.getUser())) await users.signinRedirect()
`,
  ],
  [
    'keycloak-js',
    ({ origin, realm, clientId, scope }) => `import Keycloak from 'keycloak-js'

const keycloak = new Keycloak({
  url: '${origin}',
  realm: '${realm}',
  clientId: '${clientId}',
})
await keycloak.init({
  onLoad: 'login-required',
  scope: '${scope}',
})
`,
  ],
]

const templates: Record<ApplicationKind, readonly Template[]> = {
  SERVER: server,
  SINGLE_PAGE: singlePage,
  NATIVE: [['openid-client', (values) => discovery(values, noSecret) + authorization(values)]],
  DEVICE: [
    [
      'openid-client',
      (values) => `${discovery(
        values,
        noSecret,
      )}const authorization = await oidc.initiateDeviceAuthorization(config, { scope: '${values.scope}' })
console.log(authorization.verification_uri_complete, authorization.user_code)
const tokens = await oidc.pollDeviceAuthorizationGrant(config, authorization)
`,
    ],
  ],
  SERVICE: [
    [
      'openid-client',
      (values) =>
        `${discovery(values, secretOrKey(values))}const tokens = await oidc.clientCredentialsGrant(config)\n`,
    ],
    [
      'curl',
      ({ issuer, clientId }) => `curl -u ${clientId}:"$REEVE_SECRET" \\
  -d grant_type=client_credentials \\
  ${issuer}/protocol/openid-connect/token
`,
    ],
  ],
}
