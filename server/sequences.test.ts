import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import type { Person, TestApp, Tokens } from './testing/app.ts'
import { expectSound, organization, people } from './testing/organizations.ts'
import { freePort } from './testing/postgres.ts'
import { commandsOf, type Real } from './testing/sequences/command.ts'
import type { Model } from './testing/sequences/steps.ts'
import { useAdmin, useApp, useRenewal } from './testing/use-app.ts'

// Executes random sequences of calls, alternating between two servers, and compares the results with a model.
// A call that the model refuses must be refused, and both servers must show the same state. Set
// REEVE_TEST_SEED to use another seed.

const seed = Number(process.env.REEVE_TEST_SEED ?? 20_261_123)
const [port, secondPort] = [String(await freePort()), String(await freePort())]
const app = useApp({ PORT: port, REEVE_PUBLIC_URL: `http://127.0.0.1:${port}` })
const admin = useAdmin(app)
const renewed = useRenewal(app)
let second: Awaited<ReturnType<TestApp['another']>>
beforeAll(async () => {
  second = await app.another({ PORT: secondPort })
})
afterAll(() => second.close())

async function call(first: boolean, who: Tokens, query: string, variables: object) {
  const response = await fetch(`${first ? app.url : second.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${who.access_token}` },
    body: JSON.stringify({ query, variables }),
  })
  return { status: response.status, body: await response.json() }
}

const signIn = async ({ phone, password }: Person): Promise<Tokens> =>
  (await app.token({ grant_type: 'password', username: phone, password })).body

/** Creates four people, one of whom owns an organization. */
async function begin(): Promise<Model> {
  const [owner, ...others] = await people(app, 4)
  const { id } = await organization(app, { owner: required(owner, 'owner') })
  const alone = { managers: new Set<string>(), members: new Set([required(owner, 'owner').id]) }
  return {
    ...{
      people: [required(owner, 'owner'), ...others],
      organizations: [{ id, status: 'FINISH', owner: required(owner, 'owner').id, ...alone }],
    },
    ...{ devices: new Map(), disabled: new Set(), signedOut: new Set() },
  }
}

// Two servers cannot use the same embedded database.
test.runIf(process.env.REEVE_TEST_DATABASE_URL)(
  `random sequences of calls to two servers match a model (REEVE_TEST_SEED=${seed})`,
  async () => {
    const counted = { done: 0, refused: 0 }
    const real: Real = { call, signIn, count: (may) => void counted[may ? 'done' : 'refused']++ }
    await fc.assert(
      fc.asyncProperty(commandsOf(admin), async (sequence) => {
        await renewed([admin])
        const model = await begin()
        await fc.asyncModelRun(() => ({ model, real }), sequence)
        for (const { id } of model.organizations) await expectSound(app, id)
      }),
      { seed, numRuns: 12, endOnFailure: true },
    )
    // The sequences must contain enough permitted and enough refused calls.
    expect(counted.done).toBeGreaterThan(100)
    expect(counted.refused).toBeGreaterThan(100)
  },
)
