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
export const mustChangePassword: Person = people.find(
  (person) => person.enabled && person.passwordChangeRequired,
)!
export const disabled: Person = people.find((person) => !person.enabled)!
export const ownerOf = (status: 'FINISH' | 'REJECT' | 'EXPIRED' | 'PREPARE'): Person =>
  organizations.find((organization) => organization.status === status)!.owner

/** One of the platform's staff, by user name: admin, helpdesk, … */
export const staff = (username: string): Person => people.find((person) => person.username === username)!

export const signInOf = ({ mobilePhone }: Person) => ({ username: mobilePhone, password: demoPassword })
/** As people in China write a number. */
export const national = ({ mobilePhone }: Person): string => mobilePhone.replace('+86', '')

/** The first organization of that status, or one after it, and who is in it. */
export const organizationOf = (status: 'FINISH' | 'EXPIRED', place = 0) => {
  const organization = organizations.filter((each) => each.status === status)[place]!
  const plain = organization.members.flatMap(({ accountId, manager, displayName }) => {
    const person = people.find(({ id }) => id === accountId)!
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
