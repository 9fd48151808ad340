import { beforeAll } from 'vitest'
import type { TenantStatus } from '../../contract/states.ts'
import { adminTokens, type Person, type TestApp, type Tokens } from './app.ts'
import { givenPerson, type Organization, organization, people } from './organizations.ts'

/** All relations that a caller can have to an organization. */
export const actors = [
  'stranger',
  'member',
  'manager',
  'owner',
  'admin',
  'organization_list',
  'certification_audit',
  'account_management',
] as const
export type Actor = (typeof actors)[number]

interface TestOrganization {
  who: Record<Actor, Pick<Tokens, 'access_token'> & { id: string }>
  /**
   * The calls change `plain`, an ordinary member, and `other`, a manager. `outsider` is not in the
   * organization.
   */
  plain: Person
  other: Person
  outsider: Person
}

/** Signs in all actors before the first test of a file. The returned object is empty until then. */
export function useActors(app: TestApp): TestOrganization {
  const cast = {} as TestOrganization
  beforeAll(async () => {
    const [stranger, member, manager, owner] = (await people(app, 4)) as [Person, Person, Person, Person]
    const holder = (code: string) => givenPerson(app, [code])
    const [plain, other, outsider] = (await people(app, 3)) as [Person, Person, Person]
    const who = {
      stranger,
      member,
      manager,
      owner,
      admin: { ...(await adminTokens(app)), id: '' },
      organization_list: await holder('organization_list'),
      certification_audit: await holder('certification_audit'),
      account_management: await holder('account_management'),
    }
    Object.assign(cast, { who, plain, other, outsider } satisfies TestOrganization)
  })
  return cast
}

/** Creates an organization with the actors. */
export const makeScene = (
  app: TestApp,
  { who, plain, other }: TestOrganization,
  status: TenantStatus,
): Promise<Organization<{ id: string }>> =>
  organization(
    app,
    status === 'PREPARE' || status === 'REJECT'
      ? { owner: who.owner, status }
      : { owner: who.owner, managers: [who.manager, other], members: [who.member, plain], status },
  )
