import type { PalgoRole } from '../../contract/states.ts'
import { badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { inLanguage, type ListedColumn, listing } from '../core/listing.ts'
import { enabledWords, positionWords, roleWords, titles, yesNo } from './listing.words.ts'

const position = ({ owner, manager }: { owner: boolean; manager: boolean }) =>
  positionWords[owner ? 'owner' : manager ? 'manager' : 'member']

const name: ListedColumn = { title: titles.name, take: 'name', width: 20 }
const profile: ListedColumn[] = [
  {
    title: titles.mobilePhone,
    take: 'profile { mobilePhone username email enabled createdTimestamp }',
    value: ({ profile }) => profile.mobilePhone,
    width: 20,
  },
  {
    title: titles.username,
    take: 'profile { username }',
    value: ({ profile }) => profile.username,
  },
  {
    title: titles.email,
    take: 'profile { email }',
    value: ({ profile }) => profile.email,
    width: 24,
  },
  {
    title: titles.enabled,
    take: 'profile { enabled }',
    value: ({ profile }, locale) => inLanguage(enabledWords[`${profile.enabled as boolean}`], locale),
    width: 10,
  },
]
const created: ListedColumn = {
  title: titles.created,
  take: 'profile { createdTimestamp }',
  value: ({ profile }) => profile.createdTimestamp,
  kind: 'instant',
}

/** The one organization whose members they are. */
const tenantOf = ({ tenantIdSet }: Record<string, unknown>): string | null => {
  const [id, ...others] = Array.isArray(tenantIdSet) ? tenantIdSet : []
  return typeof id === 'string' && isId(id) && !others.length ? id : null
}

listing({
  name: 'members',
  title: titles.members,
  field: 'queryOperator',
  tenantOf,
  also(filter) {
    const tenantId = tenantOf(filter)
    if (!tenantId) throw badInput({ tenantIdSet: ['field.required'] })
    return { tenant: ['ID!', tenantId] }
  },
  columns: [
    name,
    {
      title: titles.displayName,
      take: 'member(tenantId: $tenant) { displayName owner manager roles authCodes joinDateTime }',
      value: ({ member }) => member?.displayName,
      width: 20,
    },
    ...profile,
    {
      title: titles.position,
      take: 'id',
      value: ({ member }, locale) => member && inLanguage(position(member), locale),
      width: 10,
    },
    {
      title: titles.roles,
      take: 'id',
      value: ({ member }, locale) =>
        member?.roles.map((role: PalgoRole) => inLanguage(roleWords[role], locale)).join(', '),
      width: 28,
    },
    {
      title: titles.authCodes,
      take: 'id',
      value: ({ member }) => member?.authCodes.join(', '),
      width: 28,
    },
    { title: titles.joined, take: 'id', value: ({ member }) => member?.joinDateTime, kind: 'instant' },
    created,
  ],
})

listing({
  name: 'operators',
  title: titles.operators,
  field: 'queryOperator',
  tenantOf,
  columns: [
    { title: titles.id, take: 'id', width: 38 },
    name,
    ...profile,
    {
      title: titles.admin,
      take: 'admin',
      value: ({ admin }, locale) => inLanguage(yesNo[`${admin as boolean}`], locale),
      width: 12,
    },
    {
      title: titles.platformCodes,
      take: 'authInfo { authCodes }',
      value: ({ authInfo }, _locale, { codes }) =>
        authInfo.authCodes.map((code: string) => codes.get(code) ?? code).join(', '),
      width: 28,
    },
    {
      title: titles.tenants,
      take: 'tenants { name }',
      value: ({ tenants }) => tenants.map((tenant: { name: string }) => tenant.name).join('; '),
      width: 28,
    },
    created,
  ],
})
