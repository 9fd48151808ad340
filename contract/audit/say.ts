import type { AuditWord } from './words.ts'

/** An audit event, as the schema has it. */
export interface AuditEvent {
  action: string
  actor: { id: string; name: string } | null
  actorHidden: boolean
  /** The program that did it in its own name; null once it is deleted. */
  application: { name: string } | null
  applicationId: string | null
  tenantId: string | null
  targetType: string
  targetId: string | null
  /** {field: [before, after]} */
  changes: unknown
  /** {id: name} */
  names: unknown
}

export interface Change {
  field: string
  label: string
  /** null: there was, or is, nothing. */
  before: string | null
  after: string | null
}

/** How one reader is spoken to. */
export interface Speech {
  /** A key that has no words yet stands for itself. */
  t(key: AuditWord): string
  dateTime(instant: string): string
  /** Labels of the auth codes. */
  codes: ReadonlyMap<string, string>
}

/** `action.SignIn`; a name that has no words yet shows as it is. */
export function word(t: Speech['t'], kind: 'action' | 'field' | 'target', name: string): string {
  const key = `${kind}.${name}`
  const text = t(key as AuditWord)
  return text === key ? name : text
}

/** The name that a deed is called by: registering and changing a device are one operation, and two deeds to people. */
export function deedOf({ action, changes }: { action: string; changes: unknown }): string {
  if (action !== 'SaveDeviceByPalgo') return action
  const name = (changes as { name?: unknown }).name
  return Array.isArray(name) && name[0] === null ? 'RegisterDevice' : 'ChangeDevice'
}

/** What people do before they are signed in; whatever else names no actor, the system or a command on the server did. */
const beforeSignIn = new Set([
  'SignIn',
  'FailedSignIns',
  'Register',
  'ResetPassword',
  'RefreshTokenReused',
  'RefreshTokenUnproven',
])

export function actorOf(t: Speech['t'], event: AuditEvent): string {
  const { action, actor, actorHidden, application, applicationId } = event
  if (actor) return actor.name
  if (application) return application.name
  if (applicationId) return t('program').replace('{id}', applicationId.slice(0, 8))
  if (actorHidden) return t('hidden')
  return beforeSignIn.has(action) ? t('nobody') : t('system')
}

/** What it was done to: its name now; of what is gone, the one that the event itself tells. null where neither is known. */
export function targetNameOf({ targetId, names, changes }: AuditEvent): string | null {
  if (!targetId) return null
  const { name } = changes as { name?: unknown }
  const told: unknown = Array.isArray(name) ? (name[1] ?? name[0]) : null
  return nameIn(names, targetId) ?? (typeof told === 'string' ? told : null)
}

/** null where that is not to be seen. */
export function targetOf(t: Speech['t'], event: AuditEvent): string | null {
  const { targetType, targetId } = event
  if (!targetId) return null
  // Who sees what was done to an organization sees its name, while there is one.
  const kind = targetType === 'tenant' ? t('deletedTenant') : word(t, 'target', targetType)
  return targetNameOf(event) ?? `${kind} ${targetId.slice(0, 8)}`
}

/** The organization that it was in; null for a personal one, which is the account itself. */
export function tenantOf({ tenantId, targetType, targetId, actor, names }: AuditEvent): string | null {
  const personal = tenantId === actor?.id || (targetType === 'account' && tenantId === targetId)
  return tenantId && !personal ? (nameIn(names, tenantId) ?? null) : null
}

export const nameIn = (names: unknown, id: string): string | undefined =>
  (names as Record<string, string>)[id]

/** What says most comes first; the others as the server gives them. */
const foremost = [
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
const placeOf = (field: string): number =>
  foremost.includes(field) ? foremost.indexOf(field) : foremost.length

export const changesOf = (speech: Speech, event: AuditEvent): Change[] =>
  Object.entries(event.changes as Record<string, unknown>)
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([field, pair]) => changeOf(speech, event, field, pair))

function changeOf(speech: Speech, event: AuditEvent, field: string, pair: unknown): Change {
  const [before, after] = Array.isArray(pair) ? pair : [null, pair]
  const say = (value: unknown) => saidOf(speech, event, field, value) || null
  return {
    field,
    label: nameIn(event.names, field) ?? word(speech.t, 'field', field),
    before: say(before),
    // What is erased with its account leaves [null, null] behind: nothing else does.
    after: before === null && after === null ? speech.t('erased') : say(after),
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function saidOf(speech: Speech, event: AuditEvent, field: string, value: unknown): string {
  const { t, dateTime, codes } = speech
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.map((each) => saidOf(speech, event, field, each)).join(t('between'))
  if (typeof value === 'object') {
    // What one of several members holds.
    return Object.entries(value)
      .map(([inner, each]) => saidOf(speech, event, inner, each))
      .filter(Boolean)
      .join(t('between'))
  }
  const text = String(value)
  if (instant.test(text)) return dateTime(text)
  if (field === 'roles') return t(`role.${text}` as 'role.VIEWER')
  if (field === 'authCodes') return codes.get(text) ?? text
  if (field === 'status')
    return t(`${event.targetType === 'device' ? 'device' : 'tenant'}.${text}` as 'tenant.FINISH')
  return nameIn(event.names, text) ?? text
}

/** All of it in one line. */
export const summaryOf = (t: Speech['t'], changes: readonly Change[]): string =>
  changes
    .map(({ label, before, after }) => {
      const now = after ?? t('nothing')
      return `${label} ${before === null ? now : `${before} → ${now}`}`
    })
    .join(t('apart'))
