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
  /**
   * Whether the account has a second factor. A password alone is then not sufficient as proof of identity.
   */
  secondFactor: boolean
  /** Whether the account must set up a second factor and has not done so yet. */
  factorRequired: boolean
  /**
   * Time at which the user last proved their identity with a password or code, at sign-in or by
   * `reauthenticate`.
   */
  authenticatedAt: Date
  /** The authentication methods of this session (RFC 8176). Null if they were not stored. */
  amr: readonly string[] | null
  /**
   * Database time at which the viewer was read. The expiry of sessions and codes is checked against this
   * time, never against the local clock.
   */
  now: Date
  /** Row of the account, which was read by the same statement as the viewer. */
  account?: Selectable<Tables['account']>
}

/**
 * Which accounts must have a second factor: none, those of administrators and holders of a platform
 * permission code, or all.
 */
export type SecondFactor = 'offered' | 'admins' | 'all'

/**
 * A step that an account must complete before it can do anything else. Until then, all other operations fail
 * with this error code.
 */
export type Lock = 'PASSWORD_CHANGE_REQUIRED' | 'FACTOR_REQUIRED'

type LockState = Pick<Viewer, 'passwordChangeRequired' | 'factorRequired'>

/**
 * Throws an error if a lock blocks the call. The error code is the first such lock in the order of `lockOf`.
 * Locks in `but` are ignored.
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

/** A service account that acts on its own behalf, read from the database for this request. */
export interface ServiceAccount {
  kind: 'service'
  applicationId: string
  /** Id of the access token. */
  tokenId: string
  tenantId: string
  /** Permission codes of the service account. Empty unless the organization's status is FINISH. */
  authCodes: readonly string[]
  now: Date
}

export type Caller = Viewer | ServiceAccount

type ServiceAction = {
  [A in Action]: 'service' extends (typeof actions)[A][number] ? A : never
}[Action]

/**
 * The kinds of callers that can perform an action. Service accounts are included only if the permission table
 * allows them.
 */
export type CallerOf<C extends Can> = C extends ServiceAction ? Caller : Viewer

/**
 * Returns the caller. If the caller is a service account and the action is not open to service accounts,
 * throws FORBIDDEN before anything is read from the database.
 */
export function callerFor<C extends Can>(can: C, caller: Caller): CallerOf<C> {
  const open = listOf(can).every((action) => (actions[action] as readonly Relation[]).includes('service'))
  if (caller.kind === 'service' && !open) throw new AppError('FORBIDDEN')
  return caller as CallerOf<C>
}

/** Returns the relations of a service account to objects of the organization `towards`. */
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

/** Returns the viewer's relations to the platform as a whole, which do not depend on a target. */
export function platformRelations(
  viewer: Pick<Viewer, 'admin' | 'authCodes'> | ServiceAccount,
): Set<Relation> {
  if (!('admin' in viewer)) return new Set()
  const relations = new Set<Relation>(['signedIn'])
  if (viewer.admin) relations.add('admin')
  for (const code of platformCodes) if (viewer.authCodes.includes(code)) relations.add(code)
  return relations
}

/** Whether the permission table allows the action for the viewer's relations to the target. */
export const may = (viewer: Caller, action: Action, toTarget: Iterable<Relation> = []): boolean =>
  allowed(action, new Set([...platformRelations(viewer), ...toTarget]))

/** Throws FORBIDDEN unless the viewer is permitted all of the actions. */
export function assertAllowed(can: Can, viewer: Caller, toTarget: readonly Relation[] = []): void {
  for (const action of listOf(can)) if (!may(viewer, action, toTarget)) throw new AppError('FORBIDDEN')
}

/**
 * Throws FORBIDDEN if the viewer is not permitted an action that depends only on the viewer, whatever the
 * target is.
 */
export const assertAllowedBeforeTarget = (can: Can, viewer: Viewer): void =>
  assertAllowed(
    listOf(can).filter((action) => actions[action].every((relation) => onPlatform.has(relation))),
    viewer,
  )

/** An action of contract/permissions.ts, or several actions that must all be permitted. */
export type Can = Action | readonly Action[]
const listOf = (can: Can): readonly Action[] => (typeof can === 'string' ? [can] : can)

/**
 * Whether the session's last proof of identity is recent. Without a recent proof, somebody who finds an
 * unlocked, unattended browser could take over the account.
 */
export const isFresh = ({ now, authenticatedAt }: Viewer): boolean =>
  now.getTime() - authenticatedAt.getTime() <= limits.freshProof * 1_000

interface Call<Input, Row> {
  viewer: Viewer
  input: Input
  target: Row
}

/**
 * Effects of a mutation, either a fixed list or computed from the call. The list is empty if the mutation has
 * none of the effects in contract/effects.ts.
 */
export type Effects<Input, Row> = readonly Effect[] | ((call: Call<Input, Row>) => readonly Effect[])

export interface WithEffects<Input, Row> {
  effects: Effects<Input, Row>
  /**
   * Whether the call itself contains a proof of identity, such as the old password. This proof does not
   * replace a second factor.
   */
  carriesProof?(input: Input): boolean
}

/** Whether any call of the mutation can require a proof of identity. */
export const mayNeedProof = (declared: Effects<never, never>): boolean =>
  typeof declared === 'function' || declared.length > 0

/**
 * Throws REAUTHENTICATE if the effects need a proof of identity and the last proof is older than ten minutes.
 */
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
