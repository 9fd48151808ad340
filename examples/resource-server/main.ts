// A service that accepts access tokens issued by Reeve. It verifies the JWT locally, without a request to
// Reeve, and needs no secret. Start it with `npm run example resource-server`, then run the printed command
// in another terminal.
import { createServer, type IncomingMessage } from 'node:http'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { issuer, say } from '../lib/reeve.ts'

const port = Number(process.env.PORT ?? 5184)
/** The audience that access tokens must have. */
const audience = `http://127.0.0.1:${port}/`
const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`))

interface Access extends JWTPayload {
  scope?: string
  organization?: { id: string; name: string; auth_codes: string[] }
}

/**
 * Verifies an access token (RFC 9068, section 4). A token with another audience was issued for another
 * service, so it is rejected even if its signature is valid.
 */
async function read(request: IncomingMessage): Promise<Access | undefined> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) return undefined
  try {
    const { payload } = await jwtVerify<Access>(token, keys, { issuer, audience, typ: 'at+jwt' })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

createServer(async (request, response) => {
  const refuse = (status: number, error: string) =>
    response.writeHead(status, { 'www-authenticate': `Bearer error="${error}"` }).end(error)
  const access = await read(request)
  if (!access) return refuse(401, 'invalid_token')
  if (!access.scope?.split(' ').includes('readings')) return refuse(403, 'insufficient_scope')
  // The user's permissions in the organization chosen at sign-in. They can be up to five minutes old.
  const { organization } = access
  if (!organization?.auth_codes.includes('data_view')) return refuse(403, 'insufficient_scope')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ organization: organization.name, readings: [21.5, 21.7, 22.1] }))
}).listen(port, '127.0.0.1', () => {
  say(audience)
  say(`npm run example command-line -- ${audience}`)
})
