import type { ListedIdentitySource } from '../../../contract/identity-sources.ts'
import { requestCode } from '../../accounts/register.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Database, Tx } from '../../db/open.ts'
import { findListed, findSource, type SourceRow } from '../sources/store.ts'
import { beginSignIn, type Refusal, type Start } from './begin.ts'
import { type BrokerOptions, createBrokerContext } from './context.ts'
import { endSignIn, type ProviderAnswer, type ReturnPage } from './end.ts'
import type { Check, ProviderSettings } from './provider.ts'
import { endRevoked } from './revocation.ts'
import { storeLinkToken } from './store.ts'

/** Identity sources for GraphQL operations and the configuration of the console. */
export interface IdentitySources {
  redirectUri(key: string): string
  loginUrl(key: string): string
  /** Runs the connection test. */
  check(settings: ProviderSettings): Promise<Check[]>
  /**
   * Returns the URL at which a user links an identity. It works only in the browser of the viewer's session.
   */
  beginLink(tx: Tx, source: SourceRow, viewer: Pick<Viewer, 'accountId' | 'sessionId'>): Promise<string>
  /** Returns the sources of the sign-in page. They are cached for a few seconds. */
  listed(): Promise<ListedIdentitySource[]>
  /** Ends the sessions of people who no longer have access at their provider. */
  endRevoked(): Promise<void>
}

export interface Broker extends IdentitySources {
  begin(start: Start): Promise<{ url: URL; cookies: string[] } | Refusal>
  /** Handles the redirect back from a provider. */
  end(answer: ProviderAnswer): Promise<ReturnPage>
  sendCode(
    phone: string,
    proof: string | undefined,
    request: RequestInfo,
  ): Promise<{ expiresIn: number; resendAfter: number }>
  /** Returns the key of the enabled source that `hint` names, or null if there is no such source. */
  keyOf(hint: unknown): Promise<string | null>
  /**
   * Returns the path that starts a sign-in at the enabled source that `hint` names, or null if there is no
   * such source.
   */
  hintPath(hint: unknown, redirect: string, loginHint: unknown): Promise<string | null>
  close(): void
}

export function createBroker(options: BrokerOptions): Broker {
  const context = createBrokerContext(options)
  const { db, log, origin, services, providers, providerOf, pathOf, redirectUri } = context

  async function keyOf(hint: unknown): Promise<string | null> {
    if (typeof hint !== 'string' || !hint || hint.length > 64) return null
    const source = await findSource(db.query, hint)
    return source?.enabled ? source.key : null
  }

  return {
    ...{ redirectUri, keyOf },
    loginUrl: (key) => `${origin()}/login/${key}`,
    check: (settings) => providers.check(settings),
    listed: createList(db),
    endRevoked: () => endRevoked({ db, log, providerOf, services }),
    begin: (start) => beginSignIn(context, start),
    end: (answer) => endSignIn(context, answer),
    close: () => providers.close(),

    async beginLink(tx, source, { accountId, sessionId }) {
      const token = await storeLinkToken(tx, source.id, { accountId, sessionId })
      return `${origin()}${pathOf(source.key)}/login?link=${token}`
    },

    sendCode: (mobilePhone, proof, request) =>
      requestCode(
        { db, services: services() },
        { mobilePhone, purpose: 'login', proof },
        request,
        async () => null,
      ),

    async hintPath(hint, redirect, loginHint) {
      const key = await keyOf(hint)
      if (!key) return null
      const query = new URLSearchParams({
        redirect,
        ...(typeof loginHint === 'string' && loginHint && { login_hint: loginHint }),
      })
      return `${pathOf(key)}/login?${query}`
    },
  }
}

/** Milliseconds for which the list of sources is cached. */
const listedFor = 5_000

/**
 * Returns a function that lists the sources of the sign-in page. It returns the last list if the database
 * fails.
 */
function createList(db: Database): () => Promise<ListedIdentitySource[]> {
  let cached: { value: Promise<ListedIdentitySource[]>; until: number } | undefined
  let last: ListedIdentitySource[] = []

  async function read(): Promise<ListedIdentitySource[]> {
    try {
      last = await findListed(db.query)
    } catch {
      // An outdated list is better than a sign-in page that does not open.
    }
    return last
  }

  return () => {
    if (!cached || performance.now() >= cached.until)
      cached = { value: read(), until: performance.now() + listedFor }
    return cached.value
  }
}
