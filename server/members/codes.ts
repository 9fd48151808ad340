import { type Kysely, type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import type { Locale } from '../../contract/errors.ts'
import { builder } from '../core/builder.ts'
import { type Context, localeOf } from '../core/context.ts'
import type { Field } from '../core/input.ts'
import { optional } from '../core/input.ts'
import { batched } from '../core/loader.ts'
import { query } from '../core/operation.ts'
import type { Tables } from '../db/tables.ts'

type AuthCodeRow = Selectable<Tables['auth_code']>
const scopes = ['PLATFORM', 'TENANT'] as const
type Scope = (typeof scopes)[number]

const AuthCodeScope = builder.enumType('AuthCodeScope', { values: scopes })

/**
 * Loads the whole catalogue of permission codes in its order. The catalogue has about ten rows and is loaded
 * once per request.
 */
const loadCatalogue = batched<AuthCodeRow[]>(
  'authCodes',
  async ({ db }) => new Map([['', await catalogue(db.query)]]),
  [],
)

const catalogue = (db: Kysely<Tables>): Promise<AuthCodeRow[]> =>
  db.selectFrom('auth_code').selectAll().orderBy('position').execute()

const codesOf = async (context: Context, scope?: Scope | null): Promise<AuthCodeRow[]> =>
  (await loadCatalogue(context, '')).filter((row) => !scope || row.scope === scope)

/** SQL expression for the permission codes that owners and managers hold implicitly. */
export const tenantCodes = sql<
  string[]
>`array(select code from auth_code where scope = 'TENANT' order by position)`

/**
 * Returns the permission codes that can be granted in an organization. Resolvers use loadTenantCodes instead,
 * which queries only once per request.
 */
export const findTenantCodes = async (db: Kysely<Tables>): Promise<string[]> =>
  (await catalogue(db)).filter((row) => row.scope === 'TENANT').map((row) => row.code)

/** Returns the labels of the given permission codes in catalogue order. */
export const codeLabels = async (
  db: Kysely<Tables>,
  codes: readonly string[],
  locale: Locale,
): Promise<string[]> =>
  (await catalogue(db))
    .filter(({ code }) => codes.includes(code))
    .map(({ label_zh, label_en }) => (locale === 'zh-CN' ? label_zh : label_en))

/**
 * Returns a map from user input to permission codes that can be granted in an organization. The keys, in
 * lower case, are the codes themselves and their labels in each language.
 */
export async function findCodeNames(db: Kysely<Tables>): Promise<Map<string, string>> {
  const rows = (await catalogue(db)).filter((row) => row.scope === 'TENANT')
  return new Map(
    rows.flatMap(({ code, label_zh, label_en }) =>
      [code, label_zh, label_en].map((name) => [name.toLowerCase(), code] as const),
    ),
  )
}

/** Loads the permission codes that can be granted in an organization, once per request. */
export const loadTenantCodes = async (context: Context): Promise<string[]> =>
  (await codesOf(context, 'TENANT')).map((row) => row.code)

const AuthCode = builder.objectRef<AuthCodeRow>('AuthCode').implement({
  description: 'A permission code that can be granted to accounts or members',
  fields: (t) => ({
    code: t.exposeString('code'),
    scope: t.field({ type: AuthCodeScope, resolve: (row) => row.scope as Scope }),
    label: t.string({
      description: 'Display name in the language of the request',
      resolve: (row, _args, context) => (localeOf(context) === 'zh-CN' ? row.label_zh : row.label_en),
    }),
    description: t.string({
      resolve: (row, _args, context) =>
        localeOf(context) === 'zh-CN' ? row.description_zh : row.description_en,
    }),
  }),
})

const scope: Field<Scope> = { type: AuthCodeScope, list: false, required: true, schema: v.picklist(scopes) }

query({
  name: 'listAuthCode',
  description: 'Returns all permission codes that can be granted. Access: signed-in users.',
  can: 'AUTH_CODE_LIST',
  input: { scope: optional(scope) },
  returns: [AuthCode],
  run: ({ context, input }) => codesOf(context, input.scope),
})
