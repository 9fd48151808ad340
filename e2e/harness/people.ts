import { required } from '../../contract/required.ts'
import { makeData } from '../../server/demo/data.ts'
import type { Person } from '../../server/demo/people.ts'
import { demoPassword } from './server.ts'

const { people, organizations } = makeData(new Date())

export { people }

/** Accounts of the demo data set that nothing sets apart, one for each test that changes its own. */
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

/** One of the platform's staff, by user name: admin, helpdesk, … */
export const staff = (username: string): Person =>
  required(
    people.find((person) => person.username === username),
    'item of people',
  )

export const signInOf = ({ mobilePhone }: Person) => ({ username: mobilePhone, password: demoPassword })
/** As people in China write a number. */
export const national = ({ mobilePhone }: Person): string => mobilePhone.replace('+86', '')

/** The first organization of that status, or one after it, and who is in it. */
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

/** Whether they look after no organization, so that its pages are nowhere theirs. */
export const managesNone = ({ id }: Person): boolean =>
  !organizations.some(
    ({ owner, members }) =>
      owner.id === id || members.some(({ accountId, manager }) => manager && accountId === id),
  )
