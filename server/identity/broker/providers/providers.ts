import { createHash } from 'node:crypto'
import type { IdentitySourceKind } from '../../../../contract/identity-sources.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Addresses } from '../../../events/webhooks/addresses.ts'
import { createProviderClient, type ProviderClient } from '../http.ts'
import {
  type Check,
  type CheckRun,
  type Provider,
  ProviderError,
  type ProviderSettings,
} from '../provider.ts'
import { createDingtalkProvider } from './dingtalk.ts'
import { createFeishuProvider } from './feishu.ts'
import { createOpenidProvider } from './oidc.ts'
import { createWecomProvider } from './wecom.ts'

const create: Record<IdentitySourceKind, (settings: ProviderSettings, client: ProviderClient) => Provider> = {
  OIDC: createOpenidProvider,
  WECOM: createWecomProvider,
  DINGTALK: createDingtalkProvider,
  FEISHU: createFeishuProvider,
}

export interface Providers {
  /** Returns the provider of a stored source, with its cached metadata and tokens. */
  of(settings: ProviderSettings): Provider
  /** Runs the connection test with these settings. After a failed step, the others are skipped. */
  check(settings: ProviderSettings): Promise<Check[]>
  close(): void
}

export function createProviders(addresses: Addresses, timeout?: number): Providers {
  const client = createProviderClient(addresses, timeout)
  const known = new Map<string, { version: string; provider: Provider }>()

  return {
    of(settings) {
      const version = versionOf(settings)
      const key = settings.id ?? version
      const found = known.get(key)
      if (found?.version === version) return found.provider
      // Few sources exist at a time, but a deployment can create and delete them without limit.
      if (known.size >= 4 * limits.identitySources.each) known.clear()
      const provider = create[settings.kind](settings, client)
      known.set(key, { version, provider })
      return provider
    },

    async check(settings) {
      const results: Check[] = []
      // The test uses a new provider object, so that it does not use cached values.
      for (const run of create[settings.kind](settings, client).checks())
        results.push(results.some(({ status }) => status === 'FAILED') ? skipped(run) : await runCheck(run))
      return [...results, skipped({ step: 'SIGN_IN', host: null })]
    },

    close: () => client.close(),
  }
}

const versionOf = (settings: ProviderSettings): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64url')

const skipped = ({ step, host }: Pick<Check, 'step' | 'host'>): Check => ({
  ...{ step, host, status: 'SKIPPED', ms: null, code: null, message: null, field: null },
})

async function runCheck({ step, host, run }: CheckRun): Promise<Check> {
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  try {
    const restriction = await run()
    return { ...skipped({ step, host }), status: 'OK', ms: ms(), message: restriction ? [restriction] : null }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { code, words, field } = error
    return { step, host, status: 'FAILED', ms: ms(), code, message: words, field }
  }
}
