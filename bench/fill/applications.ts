import { redirectUri } from '../drive/oidc-clients.ts'
import { type Fill, id, type Step } from './draw.ts'
import { amounts } from './sizes.ts'

/** Returns the secret of the application with this number, in the format of generated secrets. */
export const secretOf = (number: number) => `rv_${`${number}`.padStart(43, '0')}`

/**
 * Returns the steps that insert applications and grants. Each grant has one unused refresh token.
 * Applications with an even number are service accounts. People sign in to the others.
 */
export function applications({ size }: Fill): Step[] {
  const { applications: rows, accounts } = amounts(size)
  const service = 'n % 2 = 0'
  const scopes = `'{openid,profile,offline_access}'::text[]`
  const expires = `now() + interval '60 days' + n * interval '1 ms'`
  const account = id('account', `1 + n % ${accounts}`)
  const application = id('application', `1 + n * 7 % ${rows}`)
  return [
    {
      table: 'application',
      rows,
      columns: {
        id: id('application', 'n'),
        kind: `case when ${service} then 'SERVICE' else 'SERVER' end`,
        name: `'Portal ' || n`,
        first_party: `not (${service})`,
        redirect_uris: `case when ${service} then '{}' else '{${redirectUri}}' end::text[]`,
        scopes: `case when ${service} then '{}' else ${scopes} end`,
      },
    },
    {
      table: 'application_secret',
      rows,
      columns: {
        application_id: id('application', 'n'),
        id: id('secret', 'n'),
        hash: `sha256(convert_to('rv_' || lpad(n::text, 43, '0'), 'UTF8'))`,
        hint: `right(n::text, 4)`,
      },
    },
    {
      table: 'sign_in_grant',
      rows: size,
      columns: {
        id: id('grant', 'n'),
        account_id: account,
        application_id: application,
        session_id: id('session', 'n'),
        scopes,
        resources: `'{}'::jsonb`,
        expires_at: expires,
      },
    },
    {
      table: 'issued',
      rows: size,
      columns: {
        kind: `'RefreshToken'`,
        hash: `sha256(convert_to('refresh ' || n, 'UTF8'))`,
        grant_id: id('grant', 'n'),
        payload: `jsonb_build_object('kind', 'RefreshToken', 'scope', 'openid profile offline_access',
          'grantId', ${id('grant', 'n')}, 'accountId', ${account}, 'gty', 'authorization_code',
          'clientId', ${application}, 'rotations', n % 40, 'iiat', 1790000000)`,
        expires_at: expires,
      },
    },
  ]
}
