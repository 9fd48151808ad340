import { Auth } from '@auth/core'
import { app, CONFIGURATION, origin, start } from './application.js'

// The configuration calls NextAuth(). This function replaces it and stores the options, because Auth() of
// @auth/core takes the same options.
let options
globalThis.NextAuth = (given) => {
  options = {
    ...given,
    basePath: '/api/auth',
    secret: 'a secret for the cookies of this test',
    trustHost: true,
  }
  return {}
}
await import(CONFIGURATION)

const call = (path, init) => Auth(new Request(`${origin}/api/auth/${path}`, init), options)
const cookieOf = ({ headers }) => headers.cookie ?? ''

/** Sends the same request as the button on the library's sign-in page. */
app.get('/login', async (_request, response) => {
  const form = await call('csrf')
  const cookies = form.headers.getSetCookie()
  const { csrfToken } = await form.json()
  const answer = await call('signin/reeve', {
    method: 'POST',
    headers: { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') },
    body: new URLSearchParams({ csrfToken, callbackUrl: origin }),
  })
  response.append('set-cookie', [...cookies, ...answer.headers.getSetCookie()])
  response.redirect(answer.headers.get('location'))
})
app.get('/api/auth/*path', async (request, response) => {
  const answer = await call(request.originalUrl.slice('/api/auth/'.length), {
    headers: { cookie: cookieOf(request) },
  })
  response.status(answer.status).append('set-cookie', answer.headers.getSetCookie())
  response.set('location', answer.headers.get('location')).end()
})
app.get('/', async (request, response) => {
  const answer = await call('session', { headers: { cookie: cookieOf(request) } })
  response.json((await answer.json())?.user ?? {})
})
start()
