import { type Kysely, sql } from 'kysely'
import type { FirstSignInWay } from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'
import { maskPhone } from '../../accounts/phones/phone.ts'
import { type AccountRow, findByClaim, lockAccount } from '../../accounts/store.ts'
import type { Services } from '../../core/context.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { mfaRequired, OAuthError } from '../errors.ts'
import { openFactorChallenge } from '../factor-step.ts'
import {
  openAndCancelClosure,
  recordFailedSignIn,
  type SignedIn,
  type SignInDependencies,
} from '../open-session.ts'
import {
  findIdentity,
  findOwnIdentity,
  type IdentityRow,
  isReassigned,
  recordUse,
} from '../sources/identities.store.ts'
import { findSources, holdSource, type SourceRow, toListed } from '../sources/store.ts'
import { createLinkedAccount } from './create-account.ts'
import { identityRefused, signInOver } from './errors.ts'
import type { ProvidedIdentity } from './provider.ts'
import { findByTicket, spendSignIn, type TicketHolder } from './store.ts'

export interface BrokerSignInDependencies extends SignInDependencies {
  services: () => Services
}

/** Authentication method (`amr`) of sessions that were opened with an identity of a provider. */
const federated = 'fed'

/** A request of the browser that received the ticket. */
export interface TicketCall {
  ticket: string
  cookie: string | undefined
  jkt: string | null
  request: RequestInfo
}

/** A sign-in whose provider has answered, with its source. */
export interface OpenTicket extends TicketHolder {
  source: SourceRow
}

/** Returns the sign-in of a ticket. Throws `expired_token` if the ticket is not valid, or `invalid_grant`. */
export async function readTicket(
  query: Kysely<Tables>,
  { ticket, cookie, request }: Pick<TicketCall, 'ticket' | 'cookie' | 'request'>,
): Promise<OpenTicket> {
  const found = await findByTicket(query, ticket, cookie)
  const source = found && (await findSources(query, [found.row.source_id])).get(found.row.source_id)
  if (!found || !source) throw signInOver(request.locale)
  if (!source.enabled) throw identityRefused('identity.disabled', request.locale)
  return { ...found, source }
}

/**
 * Signs in with the identity of a ticket, which must be linked to an account. Throws `mfa_required`,
 * `identity_unlinked` with the ways to link it, `identity_changed`, `expired_token` or `invalid_grant`.
 */
export async function signInWithTicket(deps: BrokerSignInDependencies, call: TicketCall): Promise<SignedIn> {
  const { db } = deps
  const { request } = call
  const open = await readTicket(db.query, call)
  const { source, identity } = open
  const linked = await findIdentity(db.query, source.id, identity.subject)
  if (!linked) throw await unlinked(db.query, 'identity_unlinked', open, call)
  if (isReassigned(source, linked, identity)) throw await unlinked(db.query, 'identity_changed', open, call)
  const outcome = (await isAdmitted(db.query, source, linked.account_id))
    ? await db.transaction(async (tx) => {
        const account = await lockAccount(tx, linked.account_id)
        // While the account is locked, the identity cannot be unlinked.
        const current = account && (await findOwnIdentity(tx, account.id, linked.id))
        if (!(await holdSource(tx, source.id))) throw identityRefused('identity.disabled', request.locale)
        if (!current || !(await spendSignIn(tx, open.row.id))) throw signInOver(request.locale)
        await recordUse(tx, linked, identity)
        return continueSignIn(tx, deps, { account, linked, source, identity, call })
      })
    : await refuse(db.query, open)
  if (typeof outcome === 'string') {
    await recordFailedSignIn(db, linked.account_id, request)
    throw identityRefused(outcome, request.locale, { source: source.name })
  }
  if ('mfa_token' in outcome) throw mfaRequired(request.locale, outcome)
  return outcome
}

/** Spends the ticket of an account that cannot use the source, so that it cannot be tried repeatedly. */
async function refuse(query: Kysely<Tables>, { row }: OpenTicket) {
  await spendSignIn(query, row.id)
  return 'identity.members' as const
}

/**
 * Creates an account for the identity of a ticket, links it and signs in. Throws `invalid_grant` if the
 * source does not create accounts.
 */
export async function signInWithNewAccount(
  deps: BrokerSignInDependencies,
  call: TicketCall,
): Promise<SignedIn> {
  const { request } = call
  const open = await readTicket(deps.db.query, call)
  const { source, identity } = open
  if (!(await waysOf(deps.db.query, open)).includes('create'))
    throw await unlinked(deps.db.query, 'identity_unlinked', open, call)
  return deps.db.transaction(async (tx) => {
    if (!(await spendSignIn(tx, open.row.id)) || !(await holdSource(tx, source.id)))
      throw signInOver(request.locale)
    const { account, linked } = await createLinkedAccount(tx, deps.services(), { source, identity, request })
    const outcome = await continueSignIn(tx, deps, { account, linked, source, identity, call })
    if (typeof outcome === 'string' || 'mfa_token' in outcome)
      throw new Error('A new account must be able to sign in.')
    return outcome
  })
}

interface Verified {
  account: AccountRow
  linked: IdentityRow
  source: SourceRow
  identity: ProvidedIdentity
  call: TicketCall
}

/**
 * Returns a challenge if the account has a second factor. Otherwise opens a session, or returns an error key
 * if the account is disabled.
 */
async function continueSignIn(
  tx: Tx,
  deps: SignInDependencies,
  { account, linked, source, identity, call: { jkt, request } }: Verified,
) {
  const trusted = source.trust_factor && identity.amr.includes('mfa')
  if (!trusted) {
    const by = { method: federated, jkt, identity_id: linked.id } as const
    const challenge = await openFactorChallenge(tx, deps, account, by)
    if (challenge) return challenge
  }
  const session = await openAndCancelClosure(tx, deps, {
    ...{ account, request, attempt: null, jkt, amr: trusted ? [federated, 'mfa'] : [federated] },
    identity: { id: linked.id, sourceId: source.id, sourceName: source.name },
    authenticatedAt: authenticationTime(account, identity),
  })
  return session ?? ('identity.accountDisabled' as const)
}

/**
 * Returns when the user signed in at the provider, or null for the current time. An old session there, on an
 * unattended computer, must not suffice for sensitive operations. If the provider does not report the time,
 * the sign-in is therefore no recent proof, unless the account has no other way to prove the user's identity.
 */
function authenticationTime(
  { password_hash, mobile_phone }: AccountRow,
  { authTime }: ProvidedIdentity,
): Date | null {
  if (authTime !== null) return new Date(authTime * 1_000)
  return password_hash || mobile_phone ? new Date(Date.now() - 2_000 * limits.freshProof) : null
}

/** Whether the account can use the source. A source can be limited to members of certain organizations. */
export async function isAdmitted(
  query: Kysely<Tables>,
  { tenant_ids: tenantIds }: Pick<SourceRow, 'tenant_ids'>,
  accountId: string,
): Promise<boolean> {
  if (!tenantIds.length) return true
  const member = await query
    .selectFrom('member')
    .select('tenant_id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`tenant_id = any(${tenantIds}::uuid[])`)
    .limit(1)
    .executeTakeFirst()
  return member !== undefined
}

/** Returns the ways to complete a first sign-in, in order of preference. */
export async function waysOf(
  query: Kysely<Tables>,
  { source, identity }: OpenTicket,
): Promise<FirstSignInWay[]> {
  const { phone } = identity
  if (source.first_sign_in === 'PHONE') return phone ? ['phone', 'sign_in'] : ['sign_in']
  if (source.first_sign_in === 'SIGN_IN') return ['sign_in']
  // A person with an account must not get a second one.
  const owner = phone && (await findByClaim(query, 'mobile_phone', phone))
  return owner ? ['phone', 'sign_in'] : ['create', 'sign_in']
}

/** Returns the error for an identity that cannot sign in to an account. The ticket stays valid. */
async function unlinked(
  query: Kysely<Tables>,
  error: 'identity_unlinked' | 'identity_changed',
  open: OpenTicket,
  { ticket, request: { locale } }: TicketCall,
): Promise<OAuthError> {
  const { source, identity } = open
  const changed = error === 'identity_changed'
  const ways: FirstSignInWay[] = changed ? ['sign_in'] : await waysOf(query, open)
  const words = changed ? 'identity.changed' : 'identity.unlinked'
  const { error_description: description } = identityRefused(words, locale, { source: source.name })
  return new OAuthError(400, error, description, {
    more: {
      ...{ ticket, source: toListed(source), name: identity.name, ways },
      phone: ways.includes('phone') && identity.phone ? maskPhone(identity.phone) : null,
    },
  })
}
