import {
  buildSchema,
  experimentalExecuteIncrementally,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql'
import { errorText, type Locale, messageText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import sdl from '../../contract/schema.graphql?raw'
import { deviceStatuses } from '../../contract/states.ts'
import { mockCall } from '../lib/mockCall.ts'
import { ago, companyName, type contentData, type MockMessage, type MockUser, messages } from './data.ts'
import { authCodes, makers, type Source } from './makers.ts'

// A schema without resolvers. Values of custom scalars are returned unchanged.
const schema = buildSchema(sdl, { assumeValid: true })

/** Number of rows in each list. */
const rows = 23

const messageRows = async () =>
  (await mockCall<MockMessage[]>('/api/message/list', {})).map(
    ({ id, type, title, subTitle, content, time, status }) => ({
      id: String(id),
      type: type.toUpperCase(),
      title: `${title}${subTitle}`,
      content,
      status,
      createDateTime: time,
    }),
  )

const nameOf = (user: MockUser): string => (user.admin ? 'admin' : 'user')

function authOf(user: MockUser): Source {
  const tenants = [0, 1, 2].map((index) => required(makers.Tenant, 'Tenant')(index))
  const own = { id: user.id, name: user.name, personal: true, status: 'FINISH' }
  return {
    ...user,
    tenant: own,
    tenants,
    factors: [],
    identities: [],
    factorRequired: false,
    factorRemoval: null,
    recoveryCodes: 0,
    consents: [0, 1].map((index) => required(makers.Consent, 'Consent')(index)),
    profile: {
      ...required(makers.Profile, 'Profile')(0),
      username: nameOf(user),
      createdTimestamp: Date.now(),
      passwordChangedTimestamp: Date.now(),
    },
    authInfo: {
      authCodes: [],
      tenantInfos: tenants.map(({ id }) => ({
        tenantId: id,
        displayName: user.name,
        roles: [],
        authCodes: [],
        owner: true,
        manager: false,
      })),
    },
  }
}

type Arguments = Record<string, unknown>

/** Returns all sample rows of a type. */
const all = (type: string): Source[] =>
  Array.from({ length: rows }, (_, index) => ({ '#': index, ...makers[type]?.(index) }))

const one = (type: string, id: unknown) => all(type).find((each) => each.id === id) ?? null

const roots = (user: MockUser): Source => ({
  auth: () => authOf(user),
  getOperator: ({ id }: Arguments) => one('Operator', id),
  getTenant: ({ id }: Arguments) => (id === user.id ? authOf(user).tenant : one('Tenant', id)),
  getTenantApplication: ({ id }: Arguments) => one('TenantApplication', id),
  getTenantByCode: ({ id }: Arguments) => ({
    ...required(makers.TenantJoinCode, 'TenantJoinCode')(0),
    code: id,
    tenantId: 'tenant-5',
    tenantName: required(makers.Tenant, 'Tenant')(5).name,
  }),
  listAuthCode: ({ scope }: Arguments) => authCodes(scope),
  getArea: ({ id }: Arguments) => ({ ...required(makers.Area, 'Area')(2), id }),
  device: ({ id }: Arguments) => one('Device', id),
  queryMessage: async ({ type, status, first, pageSize }: Arguments) => {
    const found = (await messageRows()).filter(
      (each) => (!type || each.type === type) && (status == null || each.status === status),
    )
    const from = Number(first ?? 0)
    return {
      data: found.slice(from, from + Number(pageSize ?? 20)),
      count: found.length,
      countExact: true,
      unread: found.filter((each) => each.status === 0).length,
    }
  },
  changePassword: () => needsProof(() => true),
  bindMobilePhone: () => needsProof(() => authOf(user)),
  bindEmail: () => needsProof(() => authOf(user)),
  reauthenticate({ password, mobilePhoneCode }: Arguments) {
    // As at sign-in in the mock, the password equals the username, and any code is accepted.
    if (!mobilePhoneCode && password !== nameOf(user)) {
      const words = messageText('password.wrong', locale())
      throw new GraphQLError(words, { extensions: { code: 'BAD_INPUT', fields: { password: words } } })
    }
    provedAt = Date.now()
    return true
  },
  readMessage: ({ ids }: Arguments) =>
    mockCall<boolean>('/api/message/read', { ids: (ids as string[]).map(Number) }),
  getDeviceSpread: () => ({
    areas: Object.entries(devicesIn).map(([areaId, devices]) => ({
      areaId,
      devices,
      online: Math.round(devices * 0.9),
    })),
    tenants: [0, 1, 2, 3, 4].map((index) => ({
      id: `tenant-${index}`,
      name: companyName(index),
      devices: 400 - index * 50,
      online: 310 - index * 40,
    })),
  }),
  getDeviceFigures: ({ instants }: Arguments) => ({
    ...{ devices: rows, online: rows - 8, neverConnected: 3, lost: 2, lostDay: 1, refused: 1, expiring: 4 },
    statuses: deviceStatuses.map((status) => ({ status, devices: status === 'ACTIVE' ? rows - 8 : 2 })),
    latestLost: all('Device')[0],
    nextExpiring: all('Device')[1],
    expiries: ((instants ?? []) as string[]).slice(1).map((_, index) => (index * 7) % 20),
  }),
  queryPlatformHistory: async () => {
    const points = await mockCall<ReturnType<typeof contentData>>('/api/content-data')
    return [7, 6, 5, 4, 3, 2, 1].map((days, index) => ({
      dateTime: ago(days),
      organizations: rows - days,
      accounts: rows - Math.ceil(days / 2),
      devices: rows - days * 2,
      online: required(points[index], 'item of points').y,
      expiring: rows - days,
    }))
  },
  queryDeviceOnline: async ({ instants }: Arguments) => {
    const points = await mockCall<ReturnType<typeof contentData>>('/api/content-data')
    return (instants as string[]).slice(1).map((to, index) => ({
      fromDateTime: (instants as string[])[index],
      toDateTime: to,
      peak: required(points[index % 8], 'item of points').y,
    }))
  },
})

/** Number of devices by province code. */
const devicesIn = {
  '110000': 240,
  '310000': 903,
  '320000': 512,
  '330000': 415,
  '370000': 96,
  '420000': 41,
  '440000': 688,
  '510000': 130,
}

/** Returns the language of the console, which is the `lang` attribute of the root element. */
const locale = (): Locale => (document.documentElement.lang === 'en-US' ? 'en-US' : 'zh-CN')

/**
 * Time at which the user last verified their identity in a dialog. The sign-in does not count, so that
 * designers can see the dialog.
 */
let provedAt = 0

function needsProof<T>(run: () => T): T {
  if (Date.now() - provedAt < limits.freshProof * 1_000) return run()
  throw new GraphQLError(errorText('REAUTHENTICATE', locale()), {
    extensions: { code: 'REAUTHENTICATE' },
  })
}

export function markRead(ids: readonly number[]): true {
  for (const message of messages) if (ids.includes(message.id)) message.status = 1
  return true
}

/**
 * Returns the `index`-th sample value of a type. A nullable field that has no sample function is null, so
 * that pages show only sample data that was written for them.
 */
function sample(type: GraphQLOutputType, index: number, info: GraphQLResolveInfo): unknown {
  if (!isNonNullType(type)) return null
  const inner = type.ofType as GraphQLOutputType
  if (isListType(inner)) return []
  if (isEnumType(inner)) {
    const values = inner.getValues()
    return required(values[index % values.length], 'item of values').value
  }
  if (isObjectType(inner)) return { '#': index, ...makers[inner.name]?.(index) }
  switch (String(inner)) {
    case 'DateTime':
      return ago(index)
    case 'Timestamp':
      return Date.parse(ago(index))
    case 'Boolean':
      return info.parentType.name.endsWith('Can')
    case 'Int':
    case 'Float':
      return (index * 13) % 50
    case 'JSON':
      return {}
    case 'ID':
      return `${info.parentType.name}-${index}`
    default:
      return `${info.fieldName} ${index + 1}`
  }
}

const resolve: GraphQLFieldResolver<Source, unknown> = (source, args, _context, info) => {
  const value = source?.[info.fieldName]
  if (typeof value === 'function') return value(args)
  if (value !== undefined) return value
  const type = inside(info.returnType)
  if (isObjectType(type) && type.name.endsWith('Page')) return pageOf(type, args)
  const sampled = sample(info.returnType, Number(source?.['#'] ?? 0), info)
  return Array.isArray(sampled) && info.path.prev === undefined ? all(type.name).slice(0, 3) : sampled
}

const inside = (type: GraphQLOutputType): GraphQLNamedOutputType =>
  isNonNullType(type) || isListType(type) ? inside(type.ofType as GraphQLOutputType) : type

/** Returns a page of a list, filtered by name and status. */
function pageOf(
  page: GraphQLObjectType,
  { q, name, status, statusSet, first, after, pageSize }: Arguments,
): Source {
  const wanted = String(q ?? name ?? '')
  const states = [status ?? statusSet ?? []].flat()
  const found = all(inside(required(page.getFields().data, 'data').type).name)
    .filter((each) => String(each.name ?? '').includes(wanted))
    .map((each, index) => (states.length > 0 ? { ...each, status: states[index % states.length] } : each))
  const from = Number(after ?? first ?? 0)
  const next = from + Number(pageSize ?? 20)
  return {
    data: found.slice(from, next),
    count: found.length,
    countExact: true,
    next: next < found.length ? String(next) : null,
    first: from,
    pageSize,
  }
}

export interface Body {
  query: string
  operationName?: string
  variables?: Record<string, unknown>
}

/** Executes any document of the schema. A field without a resolver returns a sample value. */
export async function answer({ query, operationName, variables }: Body, user: MockUser) {
  // The schema contains @defer. `execute` rejects such a schema, even if the document does not use this
  // directive.
  return experimentalExecuteIncrementally({
    schema,
    document: parse(query),
    rootValue: roots(user),
    ...(operationName && { operationName }),
    ...(variables && { variableValues: variables }),
    fieldResolver: resolve as GraphQLFieldResolver<unknown, unknown>,
  })
}
