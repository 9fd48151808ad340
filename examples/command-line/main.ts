// A command-line program that signs in with the device authorization grant (openid-client). It does not open
// a browser. Start it with `npm run example command-line`. To also call the service of
// examples/resource-server, pass the service's URL as an argument.
import * as oidc from 'openid-client'
import encodeQR from 'qr'
import { end, issuer, registerApplication, say } from '../lib/reeve.ts'

const resource = process.argv[2]
const scopes = ['openid', 'profile', 'organization']

const { clientId } = await registerApplication({
  kind: 'DEVICE',
  name: '示例：命令行',
  input: { scopes: [...scopes, 'readings'], resources: resource ? [resource] : [] },
})
const config = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
  execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
})

const asked = await oidc.initiateDeviceAuthorization(config, {
  scope: [...scopes, ...(resource ? ['readings'] : [])].join(' '),
  device_name: '命令行示例',
  ...(resource && { resource }),
})
say(encodeQR(asked.verification_uri_complete!, 'ascii'))
say(`${asked.verification_uri}  ${asked.user_code}`)

try {
  const tokens = await oidc.pollDeviceAuthorizationGrant(config, asked, resource ? { resource } : undefined)
  const { name, organization } = tokens.claims()! as { name?: string; organization?: { name: string } }
  say([name, organization?.name].filter(Boolean).join(' · '))
  if (resource) {
    const answer = await fetch(resource, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    say(`${answer.status} ${await answer.text()}`)
  }
} catch (error) {
  // access_denied: the user declined on the page. expired_token: the user did not respond within ten minutes.
  if (!(error instanceof oidc.ResponseBodyError)) throw error
  say(error.error)
  process.exitCode = 1
}
await end()
