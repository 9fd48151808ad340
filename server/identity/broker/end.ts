import type { FastifyRequest } from 'fastify'
import type { BrokerError } from '../../../contract/identity-sources.ts'
import type { RequestInfo } from '../../core/request.ts'
import { findSource, recordSuccess, type SourceRow } from '../sources/store.ts'
import type { BrokerContext } from './context.ts'
import { endCookie, readCookie } from './cookies.ts'
import { linkIdentity } from './link.ts'
import { accountPage, errorPath, signInPath } from './pages.ts'
import { assertWorks, type ProvidedIdentity } from './provider.ts'
import { type AnsweredSignIn, claimAnswer, spendSignIn, storeIdentity } from './store.ts'

/** Parameters and cookies of the redirect back from a provider. */
export interface ProviderAnswer {
  /** Key or id of the source. */
  key: string
  params: URLSearchParams
  request: RequestInfo
  raw: FastifyRequest
}

/** The console page to redirect to, and `Set-Cookie` values. */
export interface ReturnPage {
  path: string
  cookies: string[]
}

/** Handles the redirect back from a provider. */
export async function endSignIn(context: BrokerContext, answer: ProviderAnswer): Promise<ReturnPage> {
  const { db, secure, redirectUri, providerOf, observed, reasonOf } = context
  const { key, params, raw } = answer
  const source = await findSource(db.query, key)
  const state = params.get('state') ?? ''
  const cookie = readCookie(raw.headers.cookie, state, secure())
  const found = source && (await claimAnswer(db.query, { sourceId: source.id, state, cookie }))
  if (!source || !found)
    return { path: errorPath({ error: 'expired', key, redirect: null, links: false }), cookies: [] }
  const { row, ticket, nonce, verifier } = found
  const links = row.account_id !== null
  const failed = async (error: BrokerError) => {
    await spendSignIn(db.query, row.id)
    const path = errorPath({ error, key: source.key, redirect: row.redirect, links })
    return { path, cookies: [endCookie(state, secure())] }
  }
  if (!source.enabled) return failed('disabled')
  try {
    const provider = await providerOf(db.query, source)
    const identity = await observed(
      source,
      () => provider.finish({ params, state, nonce, verifier, redirectUri: redirectUri(source.key) }),
      () => assertWorks(provider),
    )
    await recordSuccess(db.query, source)
    if (!links) {
      await storeIdentity(db.query, row.id, identity)
      return { path: `${signInPath(row.redirect)}#broker=${ticket}`, cookies: [] }
    }
    const refused = await linkInSession(context, answer, source, found, identity)
    if (refused) return failed(refused)
    return { path: `${accountPage}#linked=${source.key}`, cookies: [endCookie(state, secure())] }
  } catch (error) {
    return failed(reasonOf(source, error))
  }
}

/**
 * Links the identity to the account that requested it. Returns the reason if linking is not possible,
 * otherwise null.
 */
async function linkInSession(
  { db, browserOf, services }: BrokerContext,
  { request, raw }: ProviderAnswer,
  source: SourceRow,
  { row }: AnsweredSignIn,
  identity: ProvidedIdentity,
): Promise<BrokerError | null> {
  // The browser must still have the session that began to link the identity.
  const browser = await browserOf(raw)
  if (browser?.accountId !== row.account_id || browser.sessionId !== row.session_id) return 'session'
  const { accountId } = browser
  return db.transaction(async (tx) => {
    await spendSignIn(tx, row.id)
    return linkIdentity(tx, services(), { accountId, source, identity, request, used: false })
  })
}
