import { type Device, makeDevices } from './devices.ts'
import { makeOrganizations, type Organization } from './organizations.ts'
import { makePeople, type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'

interface Data {
  people: Person[]
  organizations: Organization[]
  devices: Device[]
  /**
   * The random number generator that produced this data. It also produces the data that is derived later,
   * such as sessions.
   */
  random: Random
}

/**
 * Returns 300 accounts, 50 organizations in all statuses and 5,000 devices. Every call returns the same data,
 * except for dates, which are relative to `now`.
 */
export function makeData(now: Date): Data {
  const random = createRandom(20_26)
  const people = makePeople(random, 300, now)
  const staff = people.filter((person) => person.admin || person.authCodes.length > 0)
  const others = people.filter((person) => !staff.includes(person))
  const reviewers = staff.filter((person) => person.admin || person.authCodes.includes('certification_audit'))
  const organizations = makeOrganizations(random, others, reviewers, now)
  return { people, organizations, devices: makeDevices(random, organizations, 5_000, now), random }
}
