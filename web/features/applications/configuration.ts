import type { Application } from './applications.ts'

/** A configuration to copy, for one library. */
export interface Sample {
  name: string
  text: string
}

/** Returns the configurations for the issuer at this console's address. */
export function samplesOf(application: Application, origin: string, realm: string): Sample[] {
  const issuer = `${origin}/realms/${realm}`
  const { clientId, kind, jwks } = application
  const redirect = application.redirectUris[0] ?? 'http://127.0.0.1/callback'
  const scope = application.scopes.join(' ') || 'openid'
  const authentication = jwks
    ? 'oidc.PrivateKeyJwt(key)'
    : kind === 'SERVER' || kind === 'SERVICE'
      ? 'secret'
      : 'undefined, oidc.None()'

  const discovery = `import * as oidc from 'openid-client'

const config = await oidc.discovery(
  new URL('${issuer}'),
  '${clientId}',
  ${authentication},
)
`
  if (kind === 'SERVICE')
    return [
      { name: 'Node.js', text: `${discovery}const tokens = await oidc.clientCredentialsGrant(config)\n` },
      {
        name: 'curl',
        text: `curl -u ${clientId}:"$REEVE_SECRET" \\
  -d grant_type=client_credentials \\
  ${issuer}/protocol/openid-connect/token
`,
      },
    ]
  if (kind === 'DEVICE')
    return [
      {
        name: 'Node.js',
        text: `${discovery}const asked = await oidc.initiateDeviceAuthorization(config, { scope: '${scope}' })
console.log(asked.verification_uri_complete, asked.user_code)
const tokens = await oidc.pollDeviceAuthorizationGrant(config, asked)
`,
      },
    ]
  const node: Sample = {
    name: 'Node.js',
    text: `${discovery}const code_verifier = oidc.randomPKCECodeVerifier()
const url = oidc.buildAuthorizationUrl(config, {
  redirect_uri: '${redirect}',
  scope: '${scope}',
  code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
  code_challenge_method: 'S256',
})
`,
  }
  if (kind === 'SINGLE_PAGE') return singlePage({ origin, realm, issuer, clientId, redirect, scope })
  if (kind === 'NATIVE') return [node]
  return [
    node,
    {
      name: 'Spring',
      text: `spring:
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
            scope: ${scope.replaceAll(' ', ',')}
`,
    },
  ]
}

interface SinglePage {
  origin: string
  realm: string
  issuer: string
  clientId: string
  redirect: string
  scope: string
}

const singlePage = ({ origin, realm, issuer, clientId, redirect, scope }: SinglePage): Sample[] => [
  {
    name: 'oidc-client-ts',
    text: `import { UserManager } from 'oidc-client-ts'

const users = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirect}',
  scope: '${scope}',
})
await users.signinRedirect()
`,
  },
  {
    name: 'keycloak-js',
    text: `import Keycloak from 'keycloak-js'

const keycloak = new Keycloak({
  url: '${origin}',
  realm: '${realm}',
  clientId: '${clientId}',
})
await keycloak.init({
  onLoad: 'login-required',
  pkceMethod: 'S256',
  scope: '${scope}',
})
`,
  },
]
