import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { required } from '../../../../contract/required.ts'
import type { SignInState } from '../state.ts'
import { buildProvider, type ProviderOptions } from './provider.ts'

interface Dependencies {
  /** Returns the provider options for the current keys. `keys` is a new array whenever the keys change. */
  options: () => Omit<ProviderOptions, 'stateOfCall'>
  /** Prefix of the provider's URL paths. */
  prefix: string
  stateFor: (request: FastifyRequest) => Promise<SignInState>
}

/** Passes Fastify requests to oidc-provider. A new provider is built whenever the keys change. */
export function createProviderBridge({ options, prefix, stateFor }: Dependencies) {
  const states = new WeakMap<object, SignInState>()
  let cached: { keys: unknown; provider: Provider; handle: ReturnType<Provider['callback']> } | undefined

  function current() {
    const { keys, ...rest } = options()
    if (cached?.keys !== keys) {
      const provider = buildProvider({
        ...rest,
        keys: structuredClone(keys),
        stateOfCall: (ctx) => required(states.get(ctx.req), 'item of states'),
      })
      cached = { keys, provider, handle: provider.callback() }
    }
    return cached
  }

  return {
    provider: () => current().provider,

    /**
     * Lets oidc-provider handle a request and send the response. `path`, relative to the realm, replaces the
     * path of the request.
     */
    async handle(request: FastifyRequest, reply: FastifyReply, path?: string): Promise<void> {
      const state = await stateFor(request)
      const { handle } = current()
      const raw = withBody(request)
      states.set(raw, state)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      // oidc-provider matches paths case-sensitively, so pass the path in the spelling of the route.
      const route = path
        ? prefix + path
        : required(request.routeOptions.url, 'url').replace(
            ':uid',
            encodeURIComponent((request.params as { uid?: string }).uid ?? ''),
          )
      const originalUrl = route + (/\?.*/s.exec(required(request.raw.url, 'url'))?.[0] ?? '')
      Object.assign(raw, { originalUrl, url: originalUrl.slice(prefix.length) })
      void handle(raw as IncomingMessage, reply.raw)
    },
  }
}

/**
 * Returns a request that oidc-provider can read. The original body has already been consumed, so the request
 * gets a copy.
 */
function withBody({ raw, body }: FastifyRequest): IncomingMessage | Readable {
  if (!(body instanceof URLSearchParams)) return raw
  const bytes = Buffer.from(body.toString())
  const { method, socket, httpVersion, httpVersionMajor, httpVersionMinor } = raw
  return Object.assign(Readable.from([bytes], { objectMode: false }), {
    ...{ method, socket, httpVersion, httpVersionMajor, httpVersionMinor },
    headers: { ...raw.headers, 'content-length': String(bytes.length) },
  })
}
