import { badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { type ExportColumn, graphql, listExport, type ResultOf } from '../core/list-export.ts'
import { type Bilingual, inLanguage, roleLabels, yesOrNo } from '../core/words.ts'

const positionWords = {
  owner: ['所有者', 'Owner'],
  manager: ['管理员', 'Manager'],
  member: ['成员', 'Member'],
} as const satisfies Record<string, Bilingual>

const position = ({ owner, manager }: { owner: boolean; manager: boolean }) =>
  positionWords[owner ? 'owner' : manager ? 'manager' : 'member']

const accounts = graphql(`fragment Account on Operator {
  name profile { mobilePhone username email enabled createdTimestamp }
}`)

/** Columns that describe the account. */
export const columns = {
  name: { title: ['昵称', 'Nickname'], value: 'name', width: 20 },
  mobilePhone: {
    title: ['手机号', 'Phone'],
    value: ({ profile }) => profile.mobilePhone,
    width: 20,
  },
  username: {
    title: ['用户名', 'Username'],
    value: ({ profile }) => profile.username,
  },
  email: {
    title: ['邮箱', 'Email'],
    value: ({ profile }) => profile.email,
    width: 24,
  },
  enabled: {
    title: ['状态', 'Status'],
    value: ({ profile }, locale) =>
      inLanguage(profile.enabled ? ['正常', 'Active'] : ['已停用', 'Disabled'], locale),
    width: 10,
  },
  created: {
    title: ['创建时间', 'Created'],
    value: ({ profile }) => profile.createdTimestamp,
    kind: 'instant',
  },
} satisfies Record<string, ExportColumn<ResultOf<typeof accounts>>>

const members = graphql(
  `fragment Row on Operator {
    ...Account
    profile { lastSignInDateTime }
    member(tenantId: $tenant) { displayName owner manager roles authCodes joinDateTime lastSignInDateTime }
  }`,
  [accounts],
)

/** Columns that describe the account as a member of the selected organization. */
export const memberColumns = {
  displayName: {
    title: ['组织内名称', 'Name in this organization'],
    value: ({ member }) => member?.displayName,
    width: 20,
  },
  position: {
    title: ['组织身份', 'Role'],
    value: ({ member }, locale) => member && inLanguage(position(member), locale),
    width: 10,
  },
  roles: {
    title: ['算法权限', 'Algorithm permissions'],
    value: ({ member }, locale) =>
      member?.roles.map((role) => inLanguage(roleLabels[role], locale)).join(', '),
    width: 28,
  },
  authCodes: {
    title: ['数据权限', 'Data permissions'],
    value: ({ member }) => member?.authCodes.join(', '),
    width: 28,
  },
  joined: {
    title: ['加入时间', 'Joined'],
    value: ({ member }) => member?.joinDateTime,
    kind: 'instant',
  },
} satisfies Record<string, ExportColumn<ResultOf<typeof members>>>

export const title: Bilingual = ['成员', 'Members']

/** Returns the id of the organization if the filter contains exactly one. */
const tenantOf = ({ tenantIdSet }: Readonly<Record<string, unknown>>): string | null => {
  const [id, ...others] = Array.isArray(tenantIdSet) ? tenantIdSet : []
  return typeof id === 'string' && isId(id) && !others.length ? id : null
}

const { name, created, ...profile } = columns
const { displayName, ...membership } = memberColumns

listExport({
  name: 'members',
  title,
  field: 'queryOperator',
  tenantOf,
  also(filter) {
    const tenantId = tenantOf(filter)
    if (!tenantId) throw badInput({ tenantIdSet: ['field.required'] })
    return { tenant: ['ID!', tenantId] }
  },
  rows: members,
  columns: [
    name,
    displayName,
    ...Object.values(profile),
    ...Object.values(membership),
    created,
    {
      title: ['最近登录', 'Last sign-in'],
      value: ({ member, profile }) => member?.lastSignInDateTime ?? profile.lastSignInDateTime,
      kind: 'instant',
    },
  ],
})

listExport({
  name: 'operators',
  title: ['账号', 'Accounts'],
  field: 'queryOperator',
  tenantOf,
  rows: graphql('fragment Row on Operator { ...Account id admin authInfo { authCodes } tenants { name } }', [
    accounts,
  ]),
  columns: [
    { title: ['账号编号', 'Account ID'], value: 'id', width: 38 },
    name,
    ...Object.values(profile),
    {
      title: ['平台管理员', 'Administrator'],
      value: ({ admin }, locale) => yesOrNo(admin, locale),
      width: 12,
    },
    {
      title: ['平台权限', 'Platform permissions'],
      value: ({ authInfo }, _locale, { codes }) =>
        authInfo.authCodes.map((code) => codes.get(code) ?? code).join(', '),
      width: 28,
    },
    {
      title: ['所属组织', 'Organizations'],
      value: ({ tenants }) => tenants.map(({ name }) => name).join('; '),
      width: 28,
    },
    created,
  ],
})
