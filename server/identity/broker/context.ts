import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { BrokerError } from '../../../contract/identity-sources.ts'
import type { Services } from '../../core/context.ts'
import type { Limiter } from '../../core/limit.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Addresses } from '../../events/webhooks/addresses.ts'
import type { BrowserSession } from '../../sessions/browser.ts'
import { type SourceRow, settingsOf } from '../sources/store.ts'
import { reportFailure } from './failures.ts'
import { isFaultOfSource, type Provider, ProviderError } from './provider.ts'
import { createProviders, type Providers } from './providers/providers.ts'

export interface BrokerOptions {
  db: Database
  log: FastifyBaseLogger
  limiter: Limiter
  /** Decides which addresses of providers can be called. */
  addresses: Addresses
  realm: string
  /** Returns the origin of the console. */
  origin: () => string
  secure: () => boolean
  browserOf: (request: FastifyRequest) => Promise<BrowserSession | null>
  services: () => Services
}

/** Dependencies that all steps of a sign-in at a provider share. */
export interface BrokerContext extends BrokerOptions {
  providers: Providers
  providerOf(query: Kysely<Tables>, source: SourceRow): Promise<Provider>
  /** Returns the base path of a source's endpoints. */
  pathOf(key: string): string
  /** Returns the URL to which a provider redirects back. */
  redirectUri(key: string): string
  /**
   * Calls a provider and records its failure for the administrators. If `confirm` is given, the failure is
   * recorded only if `confirm` fails, too. Calls that a browser can influence have it, so that nobody can make
   * a working source fail.
   */
  observed<T>(source: SourceRow, work: () => Promise<T>, confirm?: () => Promise<void>): Promise<T>
  /** Returns the reason of a failed sign-in. Logs the provider's error code, but no values of the sign-in. */
  reasonOf(source: SourceRow, error: unknown): BrokerError
}

export function createBrokerContext(options: BrokerOptions): BrokerContext {
  const { log, addresses, realm, origin } = options
  const providers = createProviders(addresses)
  const pathOf = (key: string) => `/realms/${realm}/broker/${key}`
  return {
    ...options,
    ...{ providers, pathOf },
    redirectUri: (key) => `${origin()}${pathOf(key)}/endpoint`,
    providerOf: async (query, source) => providers.of(await settingsOf(query, source)),
    async observed(source, work, confirm) {
      try {
        return await work()
      } catch (error) {
        if (!isFaultOfSource(error)) throw error
        const report = () => reportFailure(options, source, error)
        if (!confirm) await report()
        // The user has already waited for the provider, so the response does not wait for the test.
        else
          void confirm()
            .catch(report)
            .catch((err) => log.warn({ err }, 'could not record the failure of an identity source'))
        throw error
      }
    },
    reasonOf(source, error) {
      if (!(error instanceof ProviderError)) throw error
      const { reason, host, code } = error
      log.warn({ source: source.key, host, reason, code }, 'sign-in with an identity source failed')
      return reason
    },
  }
}
