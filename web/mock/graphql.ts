import {
  buildSchema,
  experimentalExecuteIncrementally,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql'
import sdl from '../../contract/schema.graphql?raw'
import {
  ago,
  ahead,
  areaName,
  companyName,
  contentData,
  deviceName,
  type MockUser,
  messages,
  personName,
} from './data.ts'

// The scalars' values go through as they are.
const schema = buildSchema(sdl, { assumeValid: true })

/** How many rows a list has. */
const rows = 23

interface Source {
  [field: string]: unknown
}

const messageRows = () =>
  messages.map(({ id, type, title, subTitle, content, time, status }) => ({
    id: String(id),
    type: type.toUpperCase(),
    title: `${title}${subTitle}`,
    content,
    status,
    createDateTime: time,
  }))

/** One of many of its type, with what the pages show first; the rest is made of the schema. */
const makers: Record<string, (index: number) => Source> = {
  Operator: (index) => ({ id: `account-${index}`, name: personName(index) }),
  Tenant: (index) => ({
    id: `tenant-${index}`,
    name: companyName(index),
    status: index < 2 ? 'FINISH' : ['PREPARE', 'REJECT', 'EXPIRED'][index % 3],
    expireAt: ahead(20 + index * 40),
    personal: false,
  }),
  Device: (index) => ({
    id: `EG26${String(index).padStart(6, '0')}`,
    name: deviceName(index),
    expiredDate: ahead(index * 17 - 20),
    validDays: index * 17 - 20,
  }),
  Area: (index) => ({
    id: `${(index + 1) * 110_000}`,
    name: areaName(index),
    children: [],
  }),
  Profile: (index) => ({
    username: `user${index}`,
    mobilePhone: `+86138000${String(10_000 + index)}`,
    emailVerified: false,
    enabled: index % 7 !== 6,
    passwordChangeRequired: false,
  }),
  AuditEvent: (index) => ({
    action: ['ConfirmTenant', 'PrepareTenant', 'SignIn', 'UpdateProfile'][index % 4],
    success: index % 5 !== 4,
    actor: { id: `account-${index}`, name: personName(index) },
    ip: `203.0.113.${index + 1}`,
  }),
  TenantApplication: (index) => ({ id: `application-${index}`, name: companyName(index + 2), number: 1 }),
  AuthInfo: () => ({ authCodes: [], tenantInfos: [] }),
}

function authOf(user: MockUser): Source {
  const tenants = [0, 1, 2].map((index) => makers.Tenant!(index))
  const own = { id: user.id, name: user.name, personal: true, status: 'FINISH' }
  return {
    ...user,
    tenant: own,
    tenants,
    profile: { ...makers.Profile!(0), username: user.admin ? 'admin' : 'user', createdTimestamp: Date.now() },
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

const roots = (user: MockUser): Source => ({
  auth: () => authOf(user),
  getTenant: ({ id }: Arguments) =>
    [authOf(user).tenant, ...Array.from({ length: rows }, (_, index) => makers.Tenant!(index))].find(
      (each) => (each as Source).id === id,
    ) ?? null,
  getArea: ({ id }: Arguments) => ({ ...makers.Area!(2), id }),
  device: ({ id }: Arguments) => ({ ...makers.Device!(0), id }),
  queryMessage: ({ type, status, first, pageSize }: Arguments) => {
    const all = messageRows().filter(
      (each) => (!type || each.type === type) && (status == null || each.status === status),
    )
    const from = Number(first ?? 0)
    return {
      data: all.slice(from, from + Number(pageSize ?? 20)),
      count: all.length,
      unread: all.filter((each) => each.status === 0).length,
    }
  },
  readMessage: ({ ids }: Arguments) => markRead((ids as string[]).map(Number)),
  queryDeviceOnline: ({ instants }: Arguments) => {
    const points = contentData()
    return (instants as string[]).slice(1).map((to, index) => ({
      fromDateTime: (instants as string[])[index],
      toDateTime: to,
      peak: points[index % 8]!.y,
    }))
  },
})

export function markRead(ids: readonly number[]): true {
  for (const message of messages) if (ids.includes(message.id)) message.status = 1
  return true
}

/** The `index`-th value of a type; null where the schema allows it, so that nothing is shown that is not designed. */
function sample(type: GraphQLOutputType, index: number, info: GraphQLResolveInfo): unknown {
  if (!isNonNullType(type)) return null
  const inner = type.ofType as GraphQLOutputType
  if (isListType(inner)) return []
  if (isEnumType(inner)) {
    const values = inner.getValues()
    return values[index % values.length]!.value
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
  const index = Number(source?.['#'] ?? 0)
  // A page of a list: as many as are asked for.
  if (info.parentType.name.endsWith('Page') && info.fieldName === 'data') return pageRows(source, info)
  if (info.parentType.name.endsWith('Page') && info.fieldName === 'count') return rows
  const sampled = sample(info.returnType, index, info)
  // Where its page begins is told to its rows.
  if (
    sampled &&
    typeof sampled === 'object' &&
    isObjectType(inside(info.returnType)) &&
    String(info.returnType).includes('Page')
  )
    return { ...sampled, first: Number(args.first ?? 0), pageSize: Number(args.pageSize ?? 20) }
  return Array.isArray(sampled) && info.path.prev === undefined ? topRows(info) : sampled
}

const inside = (type: GraphQLOutputType): GraphQLOutputType =>
  isNonNullType(type) || isListType(type) ? inside(type.ofType as GraphQLOutputType) : type

function pageRows(source: Source, info: GraphQLResolveInfo): unknown[] {
  const from = Number(source.first ?? 0)
  const size = Math.min(Number(source.pageSize ?? 20), Math.max(0, rows - from))
  return manyOf(info, from, size)
}

const topRows = (info: GraphQLResolveInfo) => manyOf(info, 0, 3)

function manyOf(info: GraphQLResolveInfo, from: number, size: number): unknown[] {
  const type = inside(info.returnType)
  if (!isObjectType(type)) return []
  return Array.from({ length: size }, (_, place) => ({
    '#': from + place,
    ...makers[type.name]?.(from + place),
  }))
}

export interface Body {
  query: string
  operationName?: string
  variables?: Record<string, unknown>
}

/** Answers any document of the schema, with samples where nothing is told here. */
export async function answer({ query, operationName, variables }: Body, user: MockUser) {
  // The schema has @defer; no document of the console does.
  return experimentalExecuteIncrementally({
    schema,
    document: parse(query),
    rootValue: roots(user),
    ...(operationName && { operationName }),
    ...(variables && { variableValues: variables }),
    fieldResolver: resolve as GraphQLFieldResolver<unknown, unknown>,
  })
}
