import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { first } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'
import type { TestApp, Tokens } from '../app.ts'
import { ask } from '../organizations.ts'

/** Returns the code of an authenticator app, `steps` time steps of 30 s from now by the database clock. */
export async function codeOf(db: Database, secret: string, steps = 0): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db.query)
  return generateSync({ secret, epoch: Math.floor(first(rows, 'rows').now.getTime() / 1_000) + steps * 30 })
}

/** Makes the account's used TOTP codes valid again, as if a minute had passed. */
export const forgetSteps = async ({ query }: Database, accountId: string): Promise<void> =>
  void (await query
    .updateTable('factor')
    .set({ last_step: null })
    .where('account_id', '=', accountId)
    .execute())

/** Adds an authenticator app with the same requests as the console. */
export async function withTotp(app: TestApp, who: Pick<Tokens, 'access_token'>, name = '手机') {
  const { setUp, secret, uri } = await ask(app, who, 'mutation { createTotp { setUp secret uri } }')
  const { factor, recoveryCodes } = await ask(
    app,
    who,
    `mutation ($setUp: String!, $code: String!, $name: String!) {
      confirmTotp(setUp: $setUp, code: $code, name: $name) { factor { id name kind } recoveryCodes }
    }`,
    { setUp, code: await codeOf(app.db, secret, -1), name },
  )
  return {
    id: factor.id as string,
    secret: secret as string,
    uri: uri as string,
    recoveryCodes: recoveryCodes as string[],
  }
}
