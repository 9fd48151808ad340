import { builder } from '../core/builder.ts'
import { AppError } from '../core/errors.ts'
import type { Identity } from './index.ts'

declare module '../core/context.ts' {
  interface Services {
    identity: Identity
  }
}

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}

const TokenPair = builder.objectRef<Tokens>('TokenPair').implement({
  fields: (t) => ({
    access_token: t.exposeString('access_token'),
    refresh_token: t.exposeString('refresh_token'),
    expires_in: t.exposeInt('expires_in', { description: 'seconds' }),
  }),
})

// Not a mutation() like the others: nobody is signed in here, the bearer itself is what is traded.
builder.mutationField('refreshToken', (t) =>
  t.field({
    type: TokenPair,
    description:
      "the access and refresh token anew; the request's bearer is the refresh token, which opens this one field alone, by POST",
    async resolve(_root, _args, { refreshToken, request, services }) {
      const tokens = refreshToken && (await services.identity.refreshTokens(refreshToken, request))
      if (!tokens) throw new AppError('UNAUTHENTICATED')
      return tokens
    },
  }),
)
