import { builder } from '../core/builder.ts'
import { AppError } from '../core/errors.ts'

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}

const TokenPair = builder.objectRef<Tokens>('TokenPair').implement({
  fields: (t) => ({
    access_token: t.exposeString('access_token'),
    refresh_token: t.exposeString('refresh_token'),
    expires_in: t.exposeInt('expires_in', { description: 'Lifetime of the access token in seconds' }),
  }),
})

// This field does not use mutation(), because its caller has no session. The resolver exchanges the bearer
// token itself.
builder.mutationField('refreshToken', (t) =>
  t.field({
    type: TokenPair,
    description:
      'Exchanges a refresh token for new tokens. Send the refresh token as the bearer token of a POST request that contains only this field.',
    async resolve(_root, _args, { refreshToken, request, services }) {
      const tokens = refreshToken && (await services.identity.refreshTokens(refreshToken, request))
      if (!tokens) throw new AppError('UNAUTHENTICATED')
      return tokens
    },
  }),
)
