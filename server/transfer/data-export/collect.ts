import { type Kysely, sql } from 'kysely'
import { actionKeyOf } from '../../../contract/audit/event-texts.ts'
import { en } from '../../../contract/audit/words.en.ts'
import type { AuditWord } from '../../../contract/audit/words.ts'
import { zh } from '../../../contract/audit/words.ts'
import type { Locale } from '../../../contract/errors.ts'
import { required } from '../../../contract/required.ts'
import type { Tables } from '../../db/tables.ts'
import { messageWords } from '../../notifications/messages.fields.ts'
import type { ColumnName, sheets } from './words.ts'

/** The account whose data is exported, with everything that is needed to read the data. */
export interface ExportOwner {
  db: Kysely<Tables>
  accountId: string
  locale: Locale
}

type Value = string | number | boolean | Date | null | readonly string[] | object
export type Row = Readonly<Record<string, Value>>

export interface Section {
  name: keyof typeof sheets
  columns: readonly ColumnName[]
  /** Yields the rows of the section page by page. */
  pages(owner: ExportOwner): AsyncGenerator<readonly Row[]>
}

/** Rows per page. Only one page is in memory at a time. */
const size = 500

/** Yields all pages. Each page starts after the last row of the previous page. */
async function* paged<R extends { id: string }>(
  read: (last: string | undefined) => Promise<R[]>,
  shown: (row: R) => Row,
) {
  let last: string | undefined
  do {
    const rows = await read(last)
    if (rows.length) yield rows.map(shown)
    last = rows.length === size ? required(rows.at(-1), 'item of rows').id : undefined
  } while (last)
}

/** Yields all rows as a single page. Used for data whose number of rows is limited. */
async function* once(read: Promise<Row[]>) {
  const rows = await read
  if (rows.length) yield rows
}

/**
 * Sections of the personal data export. They contain only data of the account itself, and no secrets, hashes
 * or tokens. Other people appear in audit events only as ids.
 */
export const sections: readonly Section[] = [
  {
    name: 'account',
    columns: [
      ...(['id', 'nickName', 'username', 'firstName', 'lastName', 'mobilePhone', 'email'] as const),
      ...([
        'emailVerified',
        'admin',
        'authCodes',
        'passwordChangedAt',
        'recoveryCodes',
        'checklistPutAway',
        'createdAt',
      ] as const),
    ],
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('account')
          .select(['id', 'name as nickName', 'username', 'first_name as firstName', 'last_name as lastName'])
          .select(['mobile_phone as mobilePhone', 'email', 'email_verified as emailVerified', 'admin'])
          .select(['auth_codes as authCodes', 'password_changed_at as passwordChangedAt'])
          .select(['checklist_put_away as checklistPutAway', 'created_at as createdAt'])
          .select(
            sql<number>`(select count(*) from recovery_code where account_id = account.id)`.as(
              'recoveryCodes',
            ),
          )
          .where('id', '=', accountId)
          .execute(),
      ),
  },
  {
    name: 'sessions',
    columns: ['id', 'createdAt', 'lastAccessAt', 'endedAt', 'ip', 'userAgent', 'methods'],
    pages: ({ db, accountId }) =>
      paged(
        (last) =>
          db
            .selectFrom('session')
            .select(['id', 'created_at', 'last_access_at', 'ended_at', 'ip', 'user_agent', 'amr'])
            .where('account_id', '=', accountId)
            .$if(last !== undefined, (rows) => rows.where('id', '<', required(last, 'last')))
            .orderBy('id', 'desc')
            .limit(size)
            .execute(),
        ({ id, ip, ...row }) => ({
          ...{ id, ip, createdAt: row.created_at, lastAccessAt: row.last_access_at },
          ...{ endedAt: row.ended_at, userAgent: row.user_agent, methods: row.amr ?? [] },
        }),
      ),
  },
  {
    name: 'browsers',
    columns: ['seenAt'],
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('known_device')
          .select('seen_at as seenAt')
          .where('account_id', '=', accountId)
          .orderBy('seen_at', 'desc')
          .execute(),
      ),
  },
  {
    name: 'factors',
    columns: ['id', 'kind', 'name', 'createdAt', 'lastUsedAt'],
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('factor')
          .select(['id', 'kind', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
          .where('account_id', '=', accountId)
          .orderBy('id')
          .execute(),
      ),
  },
  {
    name: 'identities',
    columns: ['id', 'source', 'subject', 'name', 'createdAt', 'lastUsedAt'],
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('linked_identity')
          .innerJoin('identity_source', 'identity_source.id', 'linked_identity.source_id')
          .select(['linked_identity.id', 'identity_source.name as source', 'linked_identity.subject'])
          .select(['linked_identity.name', 'linked_identity.created_at as createdAt'])
          .select('linked_identity.last_used_at as lastUsedAt')
          .where('linked_identity.account_id', '=', accountId)
          .orderBy('linked_identity.id')
          .execute(),
      ),
  },
  {
    name: 'memberships',
    columns: [
      'id',
      'organization',
      'displayName',
      'owner',
      'manager',
      'roles',
      'authCodes',
      'checklistPutAway',
      'joinedAt',
    ],
    pages: ({ db, accountId }) =>
      paged(
        (last) =>
          db
            .selectFrom('member')
            .innerJoin('tenant', 'tenant.id', 'member.tenant_id')
            .select(['tenant.id', 'tenant.name as organization', 'display_name as displayName'])
            .select(['manager', 'roles', 'member.auth_codes as authCodes', 'joined_at as joinedAt'])
            .select('checklist_put_away as checklistPutAway')
            .select(sql<boolean>`owner_id = ${accountId}`.as('owner'))
            .where('account_id', '=', accountId)
            .$if(last !== undefined, (rows) => rows.where('tenant_id', '>', required(last, 'last')))
            .orderBy('tenant_id')
            .limit(size)
            .execute(),
        (row) => row,
      ),
  },
  {
    name: 'agreements',
    columns: ['document', 'version', 'givenAt'],
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('agreement')
          .select(['document', 'version', 'given_at as givenAt'])
          .where('account_id', '=', accountId)
          .orderBy('given_at', 'desc')
          .execute(),
      ),
  },
  {
    name: 'consents',
    columns: ['id', 'application', 'scopes', 'createdAt'],
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('consent')
          .innerJoin('application', 'application.id', 'consent.application_id')
          .select(['application.id', 'application.name as application', 'consent.scopes'])
          .select('consent.created_at as createdAt')
          .where('account_id', '=', accountId)
          .orderBy('consent.created_at', 'desc')
          .execute(),
      ),
  },
  {
    name: 'views',
    columns: ['id', 'list', 'name', 'search', 'display', 'createdAt'],
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('saved_view')
          .select(['id', 'list', 'name', 'search', 'display', 'created_at as createdAt'])
          .where('account_id', '=', accountId)
          .orderBy('id')
          .execute() as Promise<Row[]>,
      ),
  },
  {
    name: 'papers',
    columns: ['id', 'tenantId', 'name', 'type', 'bytes', 'createdAt', 'expiresAt'],
    // A single page is enough, because the number of documents is limited. The content of the documents is
    // not exported, because each document can be downloaded from its organization request.
    pages: ({ db, accountId }) =>
      once(
        db
          .selectFrom('tenant_application_paper')
          .select(['id', 'tenant_id as tenantId', 'name', 'type', 'bytes', 'created_at as createdAt'])
          .select('expires_at as expiresAt')
          .where('account_id', '=', accountId)
          .orderBy('id')
          .limit(size)
          .execute(),
      ),
  },
  {
    name: 'messages',
    columns: ['id', 'createdAt', 'readAt', 'kind', 'title', 'content'],
    pages: ({ db, accountId, locale }) =>
      paged(
        (last) =>
          db
            .selectFrom('message')
            .select(['id', 'created_at', 'read_at', 'type', 'template', 'params'])
            .where('account_id', '=', accountId)
            .$if(last !== undefined, (rows) => rows.where('id', '<', required(last, 'last')))
            .orderBy('id', 'desc')
            .limit(size)
            .execute(),
        ({ id, created_at, read_at, type, template, params }) => ({
          ...{ id, createdAt: created_at, readAt: read_at, kind: type },
          ...messageWords(template, params, locale),
        }),
      ),
  },
  {
    name: 'events',
    columns: [
      ...(['id', 'dateTime', 'actionName', 'action', 'by', 'success', 'targetType'] as const),
      ...(['targetId', 'tenantId', 'ip', 'changes'] as const),
    ],
    async *pages(owner) {
      yield* events(owner, 'about')
      yield* events(owner, 'by')
    },
  },
]

interface EventRow {
  id: string
  date_time: Date
  action: string
  actor_id: string | null
  success: boolean
  target_type: string
  target_id: string | null
  tenant_id: string
  ip: string | null
  changes: object
  own: object | null
}

/**
 * Yields audit events. `about` selects events about the account, and `by` selects actions of the account on
 * other objects.
 */
function events({ db, accountId, locale }: ExportOwner, side: 'about' | 'by') {
  const words = locale === 'zh-CN' ? zh : en
  const which =
    side === 'about'
      ? sql`event.target_id = ${accountId}`
      : sql`event.actor_id = ${accountId}::uuid and event.target_id is distinct from ${accountId}`
  // Read the time as text, because a Date would lose the microseconds.
  let at = ''
  return paged<EventRow & { at: string }>(
    async (last) => {
      const { rows } = await sql<EventRow & { at: string }>`
        select event.id, event.date_time, event.date_time::text as at, action, actor_id, success, target_type, target_id, tenant_id,
          coalesce(event.ip, own.ip) as ip, event.changes, own.changes as own
        from audit_event as event left join audit_personal as own
          on own.event_id = event.id and own.date_time = event.date_time and own.account_id = ${accountId}
        where ${which} ${last ? sql`and (event.date_time, event.id) < (${at}::timestamptz, ${last}::uuid)` : sql``}
        order by event.date_time desc, event.id desc limit ${sql.lit(size)}`.execute(db)
      at = rows.at(-1)?.at ?? at
      return rows
    },
    ({ id, action, success, ip, ...row }) => ({
      ...{ id, action, success, ip, dateTime: row.date_time, tenantId: row.tenant_id },
      actionName: words[`action.${actionKeyOf({ action, changes: row.changes })}` as AuditWord] ?? action,
      by: row.actor_id === accountId ? 'self' : row.actor_id === null ? 'nobody' : 'another',
      ...{ targetType: row.target_type, targetId: row.target_id },
      changes: { ...row.changes, ...row.own },
    }),
  )
}
