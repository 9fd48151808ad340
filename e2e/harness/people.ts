import { required } from '../../contract/required.ts'
import { makeData } from '../../server/demo/data.ts'
import type { Person } from '../../server/demo/people.ts'
import { demoPassword } from './server.ts'

const { people, organizations } = makeData(new Date())

export { people }

/**
 * Demo accounts that have no special state. A test that changes an account must use one that no other test
 * uses.
 */
export const ordinary: Person[] = people.filter(
  (person) =>
    person.enabled &&
    !person.passwordChangeRequired &&
    !person.admin &&
    person.authCodes.length === 0 &&
    !organizations.some(({ owner }) => owner.id === person.id),
)
export const mustChangePassword: Person = required(
  people.find((person) => person.enabled && person.passwordChangeRequired),
  'item of people',
)
export const disabled: Person = required(
  people.find((person) => !person.enabled),
  'item of people',
)
export const ownerOf = (status: 'FINISH' | 'REJECT' | 'EXPIRED' | 'PREPARE'): Person =>
  required(
    organizations.find((organization) => organization.status === status),
    'item of organizations',
  ).owner

/** Returns a staff account of the platform by username, such as admin or helpdesk. */
export const staff = (username: string): Person =>
  required(
    people.find((person) => person.username === username),
    'item of people',
  )

export const signInOf = ({ mobilePhone }: Person) => ({ username: mobilePhone, password: demoPassword })
/** Returns the phone number without the country code. */
export const national = ({ mobilePhone }: Person): string => mobilePhone.replace('+86', '')

/**
 * Returns the organization at index `place` among those with this status, with its owner and its members who
 * have no role.
 */
export const organizationOf = (status: 'FINISH' | 'EXPIRED', place = 0) => {
  const organization = required(
    organizations.filter((each) => each.status === status)[place],
    'item of organizations',
  )
  const plain = organization.members.flatMap(({ accountId, manager, displayName }) => {
    const person = required(
      people.find(({ id }) => id === accountId),
      'item of people',
    )
    return manager || !person.enabled || person.passwordChangeRequired || person === organization.owner
      ? []
      : { ...person, shown: displayName ?? person.name }
  })
  return { ...organization, plain }
}

/** Whether the person manages no organization. Such a person cannot open any management page. */
export const managesNone = ({ id }: Person): boolean =>
  !organizations.some(
    ({ owner, members }) =>
      owner.id === id || members.some(({ accountId, manager }) => manager && accountId === id),
  )
