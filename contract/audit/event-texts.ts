import type { AuditWord } from './words.ts'

/** An audit event as the GraphQL schema returns it. */
export interface AuditEvent {
  action: string
  actor: { id: string; name: string } | null
  actorHidden: boolean
  /**
   * The service account that performed the action. Null if no service account performed the action, or if
   * that service account has been deleted.
   */
  application: { name: string } | null
  applicationId: string | null
  tenantId: string | null
  targetType: string
  targetId: string | null
  /** JSON object of the form `{field: [before, after]}`. */
  changes: unknown
  /** JSON object of the form `{id: name}`. */
  names: unknown
}

export interface Change {
  field: string
  label: string
  /**
   * `before` is null if the field had no value before the change, and `after` is null if it has none after
   * the change.
   */
  before: string | null
  after: string | null
}

/** Translates and formats values in the language and time zone of one reader. */
export interface AuditFormatter {
  /** Returns the key itself if it has no translation. */
  t(key: AuditWord): string
  dateTime(instant: string): string
  /** Labels of the permission codes, by code. */
  codes: ReadonlyMap<string, string>
}

/** Returns the label for a key such as `action.SignIn`, or just the name if there is no label. */
export function word(t: AuditFormatter['t'], kind: 'action' | 'field' | 'target', name: string): string {
  const key = `${kind}.${name}`
  const text = t(key as AuditWord)
  return text === key ? name : text
}

/**
 * Returns the name under which an action is shown. Registering and changing a device are the same mutation
 * but are shown as two actions.
 */
export function actionKeyOf({ action, changes }: { action: string; changes: unknown }): string {
  if (action !== 'SaveDeviceByPalgo') return action
  const name = (changes as { name?: unknown }).name
  return Array.isArray(name) && name[0] === null ? 'RegisterDevice' : 'ChangeDevice'
}

/**
 * Actions that people perform before they are signed in. If any other action has no actor, it was performed
 * by the system or by a command on the server.
 */
const beforeSignIn = new Set([
  'SignIn',
  'FailedSignIns',
  'Register',
  'ResetPassword',
  'RefreshTokenReused',
  'RefreshTokenUnproven',
])

export function actorOf(t: AuditFormatter['t'], event: AuditEvent): string {
  const { action, actor, actorHidden, application, applicationId } = event
  if (actor) return actor.name
  if (application) return application.name
  if (applicationId) return t('program').replace('{id}', applicationId.slice(0, 8))
  if (actorHidden) return t('hidden')
  return beforeSignIn.has(action) ? t('nobody') : t('system')
}

/**
 * Returns the current name of the target. If the target has been deleted, returns the name recorded in the
 * event. Returns null if neither is known.
 */
export function targetNameOf({ targetId, names, changes }: AuditEvent): string | null {
  if (!targetId) return null
  const { name } = changes as { name?: unknown }
  const recorded: unknown = Array.isArray(name) ? (name[1] ?? name[0]) : null
  return nameIn(names, targetId) ?? (typeof recorded === 'string' ? recorded : null)
}

/** Returns a label for the target, or null if the viewer cannot see the target. */
export function targetOf(t: AuditFormatter['t'], event: AuditEvent): string | null {
  const { targetType, targetId } = event
  if (!targetId) return null
  // Viewers who can see the event can also see the organization's name, so a missing name means that the
  // organization was deleted.
  const kind = targetType === 'tenant' ? t('deletedTenant') : word(t, 'target', targetType)
  return targetNameOf(event) ?? `${kind} ${targetId.slice(0, 8)}`
}

/**
 * Returns the name of the organization in which the action took place. Returns null for a personal
 * organization, because its name is the name of the account.
 */
export function tenantOf({ tenantId, targetType, targetId, actor, names }: AuditEvent): string | null {
  const personal = tenantId === actor?.id || (targetType === 'account' && tenantId === targetId)
  return tenantId && !personal ? (nameIn(names, tenantId) ?? null) : null
}

export const nameIn = (names: unknown, id: string): string | undefined =>
  (names as Record<string, string>)[id]

/** The most informative fields, which are shown first. All other fields stay in the server's order. */
const leadingFields = [
  'member',
  'members',
  'operatorId',
  'status',
  'reject',
  'name',
  'tenantId',
  'ownerId',
  'tries',
]
const rankOf = (field: string): number =>
  leadingFields.includes(field) ? leadingFields.indexOf(field) : leadingFields.length

export const changesOf = (formatter: AuditFormatter, event: AuditEvent): Change[] =>
  Object.entries(event.changes as Record<string, unknown>)
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([field, pair]) => changeOf(formatter, event, field, pair))

function changeOf(formatter: AuditFormatter, event: AuditEvent, field: string, pair: unknown): Change {
  const [before, after] = Array.isArray(pair) ? pair : [null, pair]
  const format = (value: unknown) => valueText(formatter, event, field, value) || null
  return {
    field,
    label: nameIn(event.names, field) ?? word(formatter.t, 'field', field),
    before: format(before),
    // Both values are null only if the erasure of an account has removed them.
    after: before === null && after === null ? formatter.t('erased') : format(after),
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function valueText(formatter: AuditFormatter, event: AuditEvent, field: string, value: unknown): string {
  const { t, dateTime, codes } = formatter
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value))
    return value.map((each) => valueText(formatter, event, field, each)).join(t('between'))
  if (typeof value === 'object') {
    // Bulk changes to members are nested: the value of a field is an object with one entry per member.
    return Object.entries(value)
      .map(([inner, each]) => valueText(formatter, event, inner, each))
      .filter(Boolean)
      .join(t('between'))
  }
  const text = String(value)
  if (instant.test(text)) return dateTime(text)
  if (field === 'roles') return t(`role.${text}` as 'role.VIEWER')
  if (field === 'authCodes') return codes.get(text) ?? text
  if (field === 'status')
    return t(`${event.targetType === 'device' ? 'device' : 'tenant'}.${text}` as 'tenant.FINISH')
  if (field === 'firstSignIn') return t(`firstSignIn.${text}` as 'firstSignIn.PHONE')
  return nameIn(event.names, text) ?? text
}

/** Returns all changes as one line of text. */
export const summaryOf = (t: AuditFormatter['t'], changes: readonly Change[]): string =>
  changes
    .map(({ label, before, after }) => {
      const now = after ?? t('nothing')
      return `${label} ${before === null ? now : `${before} → ${now}`}`
    })
    .join(t('apart'))
