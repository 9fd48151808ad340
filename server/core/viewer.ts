import type { Selectable } from 'kysely'
import { type Effect, effects } from '../../contract/effects.ts'
import { limits } from '../../contract/limits.ts'
import { type Action, actions, allowed, type Relation } from '../../contract/permissions.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from './errors.ts'

/** The signed-in account as its row says it at this very request. */
export interface Viewer {
  kind: 'account'
  accountId: string
  sessionId: string
  admin: boolean
  authCodes: readonly string[]
  passwordChangeRequired: boolean
  /** Has set one up: a password alone proves nothing of this account any more. */
  secondFactor: boolean
  /** Has none, and has to have one. */
  factorRequired: boolean
  /** When the user last proved by a password or a code who they are: at the sign-in, or later by `reauthenticate`. */
  authenticatedAt: Date
  /** By what, in this session (RFC 8176); null where that was not noted. */
  amr: readonly string[] | null
  /** The database's clock at loading: sessions and codes are never judged by this machine's. */
  now: Date
  /** The account's row, loaded in the same statement. */
  account?: Selectable<Tables['account']>
}

/** Of whom the configuration demands one: nobody; administrators and who holds a platform code; everybody. */
export type SecondFactor = 'offered' | 'admins' | 'all'

/** What an account has to do before anything else; whatever else it calls is refused with it. */
export type Lock = 'PASSWORD_CHANGE_REQUIRED' | 'FACTOR_REQUIRED'

type Locked = Pick<Viewer, 'passwordChangeRequired' | 'factorRequired'>

/** The one place that says what comes first. `but`: what the call itself may be used for. Throws the lock. */
export function demandUnlocked(viewer: Locked, but: readonly Lock[] = []): void {
  const lock = lockOf(viewer, but)
  if (lock) throw new AppError(lock)
}

export const lockOf = (viewer: Locked, but: readonly Lock[] = []): Lock | undefined =>
  [
    ...(viewer.passwordChangeRequired ? (['PASSWORD_CHANGE_REQUIRED'] as const) : []),
    ...(viewer.factorRequired ? (['FACTOR_REQUIRED'] as const) : []),
  ].find((lock) => !but.includes(lock))

/** A program that calls in its own name, as its row says it at this very request. */
export interface ServiceAccount {
  kind: 'service'
  applicationId: string
  /** Of the token that it came with. */
  tokenId: string
  tenantId: string
  /** None while the organization is not FINISH. */
  authCodes: readonly string[]
  now: Date
}

export type Caller = Viewer | ServiceAccount

type ServiceAction = {
  [A in Action]: 'service' extends (typeof actions)[A][number] ? A : never
}[Action]

/** Who gets as far as what an action allows: service accounts where the table names them. */
export type CallerOf<C extends Can> = C extends ServiceAction ? Caller : Viewer

/** A service account is refused what is not for service accounts, before anything is read. Throws FORBIDDEN. */
export function callerFor<C extends Can>(can: C, caller: Caller): CallerOf<C> {
  const open = listOf(can).every((action) => (actions[action] as readonly Relation[]).includes('service'))
  if (caller.kind === 'service' && !open) throw new AppError('FORBIDDEN')
  return caller as CallerOf<C>
}

/** What a service account is towards what belongs to an organization. */
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

/** What the viewer is on the whole platform, before any target is looked at. */
export function platformRelations(
  viewer: Pick<Viewer, 'admin' | 'authCodes'> | ServiceAccount,
): Set<Relation> {
  if (!('admin' in viewer)) return new Set()
  const relations = new Set<Relation>(['signedIn'])
  if (viewer.admin) relations.add('admin')
  for (const code of platformCodes) if (viewer.authCodes.includes(code)) relations.add(code)
  return relations
}

/** Whether the viewer may, with what they are towards the target. */
export const may = (viewer: Caller, action: Action, toTarget: Iterable<Relation> = []): boolean =>
  allowed(action, new Set([...platformRelations(viewer), ...toTarget]))

/** All of the actions. Throws FORBIDDEN. */
export function demand(can: Can, viewer: Caller, toTarget: readonly Relation[] = []): void {
  for (const action of listOf(can)) if (!may(viewer, action, toTarget)) throw new AppError('FORBIDDEN')
}

/** Those of the actions that no relation to a target could allow. Throws FORBIDDEN. */
export const demandBeforeTarget = (can: Can, viewer: Viewer): void =>
  demand(
    listOf(can).filter((action) => actions[action].every((relation) => onPlatform.has(relation))),
    viewer,
  )

/** One row of contract/permissions.ts, or several of which each has to allow it. */
export type Can = Action | readonly Action[]
const listOf = (can: Can): readonly Action[] => (typeof can === 'string' ? [can] : can)

/** Whether the session's proof is fresh: a stolen, open browser must not be enough to take an account over. */
export const isFresh = ({ now, authenticatedAt }: Viewer): boolean =>
  now.getTime() - authenticatedAt.getTime() <= limits.freshProof * 1_000

interface Call<Input, Row> {
  viewer: Viewer
  input: Input
  target: Row
}

/** Effects of a mutation: fixed, or computed if they depend on the input. An empty list if none of the table applies. */
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
