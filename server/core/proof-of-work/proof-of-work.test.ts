import { createHash } from 'node:crypto'
import type { Challenge } from 'altcha-lib'
import { expect, test } from 'vitest'
import { useOnce } from '../../applications/issued.ts'
import { type Answer, newPhone, type Person } from '../../testing/app.ts'
import { proofOf, workFor } from '../../testing/factors/proof-of-work.ts'
import { useApp } from '../../testing/use-app.ts'
import { createLimiter } from '../limit.ts'
import { createProofOfWork } from './proof-of-work.ts'

const app = useApp({ REEVE_LIMITS: '1', REEVE_TRUSTED_PROXIES: '127.0.0.1' })

let ips = 0
/** Returns an IP address whose network has not sent a request yet. */
const newIp = () => `203.0.113.${++ips}`

/** Sends a call without solving a challenge. */
async function plainly(path: string, body: unknown, headers: Record<string, string>, url = app.url) {
  const form = body instanceof URLSearchParams
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...(!form && { 'content-type': 'application/json' }), ...headers },
    body: form ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : null,
  } as Answer
}

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const askCode = (mobilePhone: string, ip: string, proof?: string, url?: string) =>
  plainly('/RegisterCode', { mobilePhone, purpose: 'login', proof }, from(ip), url)
const signIn = (username: string, password: string, ip: string, proof?: string) =>
  plainly(
    '/realms/reeve/protocol/openid-connect/token',
    new URLSearchParams({
      ...{ client_id: 'web', grant_type: 'password', username, password },
      ...(proof && { proof }),
    }),
    from(ip),
  )
const stepOf = ({ body }: Answer) => (body.challenge as Challenge | undefined)?.parameters.data?.step

/**
 * Requests as many codes as one network can request without a proof of work: 15, which is half of the 30 per
 * hour.
 */
async function halfUsed(ip: string): Promise<void> {
  for (let n = 0; n < 15; n += 1) expect([n, (await askCode(newPhone(), ip)).status]).toEqual([n, 200])
}

test('after half of the SMS limit, a network must provide proofs of work that grow as the limit approaches', async () => {
  const ip = newIp()
  await halfUsed(ip)
  const phone = newPhone()
  const asked = await askCode(phone, ip)
  expect(asked).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED', detail: expect.any(String) } })
  expect(asked.headers.get('content-type')).toContain('application/problem+json')
  expect(stepOf(asked)).toBe(1)

  expect((await askCode(phone, ip, await workFor(asked.body.challenge))).status).toBe(200)
  await app.code(phone)
  expect(app.messages().filter(({ to }) => to === phone)).toHaveLength(1)

  // Another network gets no challenge, even for the same phone.
  expect((await askCode(newPhone(), newIp())).status).toBe(200)

  const steps: unknown[] = []
  for (let n = 0; n < 14; n += 1) {
    const next = newPhone()
    const refused = await askCode(next, ip)
    steps.push(stepOf(refused))
    expect((await askCode(next, ip, await workFor(refused.body.challenge))).status).toBe(200)
  }
  expect(steps).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5])
  // A proof of work does not raise the limit: after 30 codes, the caller gets no further challenge.
  expect(await askCode(newPhone(), ip)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
})

test('the fourth SMS code to one phone requires a proof of work, whichever network requests the code', async () => {
  const phone = newPhone()
  const keyOf = (kind: string) => createHash('sha256').update(`${kind}|${phone}`).digest('base64url')
  for (let n = 0; n < 3; n += 1) {
    expect((await askCode(phone, newIp())).status).toBe(200)
    // Deletes the count of codes per minute, so that the next code can be requested immediately.
    await app.db.query.deleteFrom('rate_limit').where('key', '=', keyOf('code.resend')).execute()
  }
  expect((await askCode(phone, newIp())).body.code).toBe('PROOF_REQUIRED')
  expect((await askCode(newPhone(), newIp())).status).toBe(200)
})

test('a proof that is malformed, wrong, reused or made for another phone is refused with a new challenge', async () => {
  const ip = newIp()
  await halfUsed(ip)
  const [one, other] = [newPhone(), newPhone()]
  const { challenge } = (await askCode(one, ip)).body
  const proof = await workFor(challenge)
  const { solution } = JSON.parse(Buffer.from(proof, 'base64').toString())
  const easier = structuredClone(challenge)
  easier.parameters.data.step = 5
  const wrong = [
    'no proof at all',
    Buffer.from('{"challenge":null}').toString('base64'),
    proofOf({ challenge, solution: { ...solution, derivedKey: `00${solution.derivedKey.slice(2)}` } }),
    proofOf({ challenge: easier, solution }),
    proofOf({ challenge: { ...challenge, signature: undefined }, solution }),
  ]
  const seen = new Set([challenge.signature])
  const refusedAnew = (answer: Answer) => {
    expect([answer.status, answer.body.code]).toEqual([403, 'PROOF_REQUIRED'])
    seen.add(answer.body.challenge.signature)
  }
  for (const each of wrong) refusedAnew(await askCode(one, ip, each))
  refusedAnew(await askCode(other, ip, proof))
  expect(seen.size).toBe(wrong.length + 2)
  expect((await askCode(one, ip, 'x'.repeat(4_097))).body.code).toBe('BAD_INPUT')

  expect((await askCode(one, ip, proof)).status).toBe(200)
  // Deletes the count of codes per minute, so that only the reused proof can cause the refusal.
  await app.db.query
    .deleteFrom('rate_limit')
    .where('key', '=', createHash('sha256').update(`code.resend|${one}`).digest('base64url'))
    .execute()
  refusedAnew(await askCode(one, ip, proof))
})

test('rejects an expired proof of work', async () => {
  const limiter = createLimiter({ multiplier: 1 })
  const proofOfWork = (lasts: number) =>
    createProofOfWork({
      limiter,
      readKey: async () => ({ key: Buffer.alloc(32, 7).toString('base64url'), now: Date.now() / 1_000 }),
      useOnce,
      lasts,
    })
  const limit = { kind: 'test', subject: newIp(), max: 2, window: 60 }
  const due = { call: 'test', about: 'somebody', proof: undefined as string | undefined }
  const call = (lasts: number, proof?: string) =>
    proofOfWork(lasts).collect(app.db.query, { ...due, proof }, [limit], (paid) =>
      limiter.take(app.db.query, { ...limit, paid }),
    )
  const challengeOf = (refused: Promise<unknown>): Promise<Challenge> =>
    refused.then(
      () => expect.unreachable('it was let through'),
      (error) => error.details.challenge,
    )
  await call(300)
  const over = await workFor(await challengeOf(call(-1)))
  const good = await workFor(await challengeOf(call(300, over)))
  await call(300, good)
})

test('sign-in requires a proof of work after half of the allowed wrong passwords, even for unknown accounts', async () => {
  const person = await app.person()
  const ip = newIp()
  for (let n = 0; n < 5; n += 1)
    expect((await signIn(person.phone, 'wrong', ip)).body.error).toBe('invalid_grant')

  const asked = await signIn(person.phone, person.password, ip)
  expect(asked).toMatchObject({
    status: 400,
    body: { error: 'proof_required', challenge: expect.anything() },
  })
  const proof = await workFor(asked.body.challenge)
  // An unknown account gets the same challenge.
  for (let n = 0; n < 5; n += 1) await signIn('nobody.at.all', 'wrong', ip)
  const unknown = await signIn('nobody.at.all', 'wrong', ip)
  expect(unknown.body).toEqual({ ...asked.body, challenge: expect.anything() })
  expect(Object.keys(unknown.body.challenge.parameters)).toEqual(Object.keys(asked.body.challenge.parameters))

  expect((await signIn('nobody.at.all', 'wrong', ip, proof)).body.error).toBe('proof_required')
  expect((await signIn(person.phone, person.password, ip, proof)).status).toBe(200)
  // The successful sign-in has reset the count.
  expect((await signIn(person.phone, 'wrong', ip)).body.error).toBe('invalid_grant')
})

test('the mutation reauthenticate can require a proof of work, and accepts it as an argument', async () => {
  const person: Person = await app.person()
  const reauthenticate = (variables: object) =>
    plainly(
      '/api/services/backend/actions/graphql',
      {
        query:
          'mutation ($password: String, $proof: String) { reauthenticate(password: $password, proof: $proof) }',
        variables,
      },
      { ...from(newIp()), authorization: `Bearer ${person.access_token}` },
    )
  // Sets the count to 50 of the 100 attempts that an account allows per day.
  const key = createHash('sha256').update(`sign-in-day|${person.id}`).digest('base64url')
  await reauthenticate({ password: 'wrong' })
  await app.db.query.updateTable('rate_limit').set({ count: 50 }).where('key', '=', key).execute()
  const { password } = person
  const asked = (await reauthenticate({ password })).body.errors[0].extensions
  expect(asked).toEqual({ code: 'PROOF_REQUIRED', challenge: expect.anything() })
  const proof = await workFor(asked.challenge)
  expect((await reauthenticate({ password, proof })).body).toEqual({ data: { reauthenticate: true } })
})

test('only one of ten concurrent calls to two servers succeeds with the same proof of work', async () => {
  await using second = await app
    .another()
    .then((other) => ({ ...other, [Symbol.asyncDispose]: () => other.close() }))
  const ip = newIp()
  await halfUsed(ip)
  const phone = newPhone()
  const proof = await workFor((await askCode(phone, ip)).body.challenge)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => askCode(phone, ip, proof, n % 2 ? app.url : second.url)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await app.code(phone)
  expect(app.messages().filter(({ to }) => to === phone)).toHaveLength(1)
})
