export const paths = {
  discovery: '/.well-known/openid-configuration',
  oauthMetadata: '/.well-known/oauth-authorization-server',
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  jwks: '/protocol/openid-connect/certs',
  userinfo: '/protocol/openid-connect/userinfo',
  introspection: '/protocol/openid-connect/token/introspect',
  revocation: '/protocol/openid-connect/revoke',
  endSession: '/protocol/openid-connect/logout',
  pushed: '/protocol/openid-connect/ext/par/request',
  device: '/protocol/openid-connect/auth/device',
  cookieCheck: '/protocol/openid-connect/3p-cookies/step1.html',
  sessionCheck: '/protocol/openid-connect/login-status-iframe.html',
  account: '/account',
  interaction: '/interaction',
  devicePage: '/device',
  signOutPage: '/sign-out',
} as const

export const interactionCookie = 'reeve_interaction'
