import { expect, test } from 'vitest'
import { adminTokens, type Person, type Tokens } from '../testing/app.ts'
import { ask, contact, givenPerson, newName, organization, outcome } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'

// Tests the rate limits that prevent users from guessing the names of other organizations.

const app = useApp()

const one = (codes: string[] = []): Promise<Person> => givenPerson(app, codes)

const check = (name: string) => `checkTenant(name: "${name}")`
const given = `areaIds: ["330106"], contact: { name: "${contact.name}", mobilePhone: "${contact.mobilePhone}" }`
const prepare = (name: string) => `prepareTenant(name: "${name}", ${given}) { id }`

/**
 * Sends 60 calls in two requests with 30 fields each. Use queries, because a failing mutation ends its
 * request.
 */
async function sixty(who: Pick<Tokens, 'access_token'>, call: string): Promise<void> {
  const many = Array.from({ length: 30 }, (_, index) => `a${index}: ${call}`).join(' ')
  for (const _ of [1, 2]) await ask(app, who, `{ ${many} }`)
}

test('allows 60 checks of organization names an hour, and counts organization requests separately', async () => {
  const [{ name }, prober, other] = [await organization(app), await one(), await one()]
  await sixty(prober, check(name))
  expect(await outcome(app, prober, `{ ${check(name)} }`)).toBe('RATE_LIMITED')
  expect(await ask(app, other, `{ ${check(name)} }`)).toBe(false)
  expect(await outcome(app, prober, `mutation { ${prepare(name)} }`)).toBe('CONFLICT')
  expect(await outcome(app, prober, `mutation { ${prepare(newName())} }`)).toBe('done')
})

test('organization requests and renames share a limit of 60 attempts an hour', async () => {
  const prober = await one()
  const { name } = await organization(app)
  const rejected = await organization(app, { owner: prober, status: 'REJECT' })
  const rename = (wanted: string) =>
    `mutation { updateTenant(id: "${rejected.id}", name: "${wanted}", uploadAudit: false, ${given}) { id } }`
  for (let times = 0; times < 60; times += 1)
    expect(await outcome(app, prober, `mutation { ${prepare(name)} }`)).toBe('CONFLICT')
  expect(await outcome(app, prober, `mutation { ${prepare(name)} }`)).toBe('RATE_LIMITED')
  expect(await outcome(app, prober, rename(name))).toBe('RATE_LIMITED')
  // Submitting the unchanged name is not counted against the limit.
  expect(await outcome(app, prober, rename(rejected.name))).toBe('done')
})

test('does not limit name checks by viewers who can list all organizations', async () => {
  const { name } = await organization(app)
  for (const who of [await adminTokens(app), await one(['organization_list'])]) {
    await sixty(who, check(name))
    expect(await ask(app, who, `{ ${check(name)} }`)).toBe(false)
  }
})
