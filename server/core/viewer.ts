import type { Selectable } from 'kysely'
import { type Effect, effects } from '../../contract/effects.ts'
import { limits } from '../../contract/limits.ts'
import { type Action, actions, allowed, type Relation } from '../../contract/permissions.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from './errors.ts'

/** The signed-in account, read from the database for this request. */
export interface Viewer {
  kind: 'account'
  accountId: string
  sessionId: string
  admin: boolean
  authCodes: readonly string[]
  passwordChangeRequired: boolean
  /** Whether the account has a second factor. A password alone is then no proof of identity. */
  secondFactor: boolean
  /** Whether the account must set up a second factor and has not done so yet. */
  factorRequired: boolean
  /** When the user last proved their identity by a password or code, at sign-in or by `reauthenticate`. */
  authenticatedAt: Date
  /** The authentication methods of this session (RFC 8176). Null if they were not stored. */
  amr: readonly string[] | null
  /**
   * The database's time when the viewer was read. Sessions and codes are never checked against the local
   * clock.
   */
  now: Date
  /** The account's row, read by the same statement. */
  account?: Selectable<Tables['account']>
}

/** Who must have a second factor: nobody, administrators and holders of a platform code, or everybody. */
export type SecondFactor = 'offered' | 'admins' | 'all'

/** An unfinished task of an account, and the error code of all other operations until it is done. */
export type Lock = 'PASSWORD_CHANGE_REQUIRED' | 'FACTOR_REQUIRED'

type LockState = Pick<Viewer, 'passwordChangeRequired' | 'factorRequired'>

/**
 * The only place that decides which lock comes first. `but`: locks that do not block the call. Throws the
 * lock as an error.
 */
export function assertUnlocked(viewer: LockState, but: readonly Lock[] = []): void {
  const lock = lockOf(viewer, but)
  if (lock) throw new AppError(lock)
}

export const lockOf = (viewer: LockState, but: readonly Lock[] = []): Lock | undefined =>
  [
    ...(viewer.passwordChangeRequired ? (['PASSWORD_CHANGE_REQUIRED'] as const) : []),
    ...(viewer.factorRequired ? (['FACTOR_REQUIRED'] as const) : []),
  ].find((lock) => !but.includes(lock))

/** A service account that calls in its own name, read from the database for this request. */
export interface ServiceAccount {
  kind: 'service'
  applicationId: string
  /** Id of the access token. */
  tokenId: string
  tenantId: string
  /** Empty unless the organization's status is FINISH. */
  authCodes: readonly string[]
  now: Date
}

export type Caller = Viewer | ServiceAccount

type ServiceAction = {
  [A in Action]: 'service' extends (typeof actions)[A][number] ? A : never
}[Action]

/** The possible callers of an action: service accounts only if the table allows them. */
export type CallerOf<C extends Can> = C extends ServiceAction ? Caller : Viewer

/**
 * Returns the caller. Throws FORBIDDEN for a service account if the action is not open to service accounts,
 * before anything is read.
 */
export function callerFor<C extends Can>(can: C, caller: Caller): CallerOf<C> {
  const open = listOf(can).every((action) => (actions[action] as readonly Relation[]).includes('service'))
  if (caller.kind === 'service' && !open) throw new AppError('FORBIDDEN')
  return caller as CallerOf<C>
}

/** Returns the relations of a service account to objects of an organization. */
export const serviceRelations = (
  { tenantId, authCodes }: ServiceAccount,
  towards: string | null | undefined,
): Relation[] => (towards?.toLowerCase() === tenantId && authCodes.includes('data_view') ? ['service'] : [])

const platformCodes = [
  'organization_list',
  'certification_audit',
  'account_management',
  'application_management',
  'audit_view',
  'security_management',
] as const
const onPlatform: ReadonlySet<Relation> = new Set<Relation>(['signedIn', 'admin', ...platformCodes])

/** Returns the viewer's relations on the whole platform, before a target is read. */
export function platformRelations(
  viewer: Pick<Viewer, 'admin' | 'authCodes'> | ServiceAccount,
): Set<Relation> {
  if (!('admin' in viewer)) return new Set()
  const relations = new Set<Relation>(['signedIn'])
  if (viewer.admin) relations.add('admin')
  for (const code of platformCodes) if (viewer.authCodes.includes(code)) relations.add(code)
  return relations
}

/** Whether the viewer is permitted the action, given their relations to the target. */
export const may = (viewer: Caller, action: Action, toTarget: Iterable<Relation> = []): boolean =>
  allowed(action, new Set([...platformRelations(viewer), ...toTarget]))

/** Throws FORBIDDEN unless the viewer is permitted all of the actions. */
export function assertAllowed(can: Can, viewer: Caller, toTarget: readonly Relation[] = []): void {
  for (const action of listOf(can)) if (!may(viewer, action, toTarget)) throw new AppError('FORBIDDEN')
}

/** Throws FORBIDDEN if the viewer lacks an action that no relation to a target could allow. */
export const assertAllowedBeforeTarget = (can: Can, viewer: Viewer): void =>
  assertAllowed(
    listOf(can).filter((action) => actions[action].every((relation) => onPlatform.has(relation))),
    viewer,
  )

/** One row of contract/permissions.ts, or several that all have to allow the call. */
export type Can = Action | readonly Action[]
const listOf = (can: Can): readonly Action[] => (typeof can === 'string' ? [can] : can)

/**
 * Whether the session's proof of identity is recent. An unlocked, unattended browser must not be enough to
 * take over an account.
 */
export const isFresh = ({ now, authenticatedAt }: Viewer): boolean =>
  now.getTime() - authenticatedAt.getTime() <= limits.freshProof * 1_000

interface Call<Input, Row> {
  viewer: Viewer
  input: Input
  target: Row
}

/**
 * Effects of a mutation, fixed or computed from the call. An empty list if no effect of the table applies.
 */
export type Effects<Input, Row> = readonly Effect[] | ((call: Call<Input, Row>) => readonly Effect[])

export interface WithEffects<Input, Row> {
  effects: Effects<Input, Row>
  /** Whether the call itself contains a proof of identity, such as the old password. It does not replace a second factor. */
  carriesProof?(input: Input): boolean
}

/** Whether some call of the mutation can need a proof. */
export const mayNeedProof = (declared: Effects<never, never>): boolean =>
  typeof declared === 'function' || declared.length > 0

/** Throws REAUTHENTICATE if the effects need a proof of identity and the last one is older than ten minutes. */
export function assertProof<Input, Row>(
  { effects: declared, carriesProof }: Partial<WithEffects<Input, Row>>,
  call: Call<Input, Row>,
): void {
  const { viewer, input } = call
  if (isFresh(viewer) || !declared) return
  const present = typeof declared === 'function' ? declared(call) : declared
  const asked = present.some((effect) => effects[effect] === 'everyone' || viewer.secondFactor)
  if (asked && (viewer.secondFactor || !carriesProof?.(input))) throw new AppError('REAUTHENTICATE')
}
