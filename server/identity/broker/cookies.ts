import { limits } from '../../../contract/limits.ts'

// Each sign-in at a provider has its own cookie, so that several tabs can sign in at the same time.

/**
 * Maximum number of simultaneous sign-ins in one browser. When one more begins, the cookies of the others are
 * deleted.
 */
const most = 8
/** Length of the prefix that a state, its ticket and the name of its cookie share. */
export const cookieDigits = 8

/** With TLS, the __Host- prefix binds the cookie to this host. */
const prefixOf = (secure: boolean): string => (secure ? '__Host-reeve_broker_' : 'reeve_broker_')

/**
 * Returns the name of the cookie for a sign-in. `state` is public, so its prefix in the name reveals nothing.
 */
const nameOf = (state: string, secure: boolean): string =>
  `${prefixOf(secure)}${state.slice(0, cookieDigits)}`

const attributes = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** Returns the names and values of all sign-in cookies in a `Cookie` header. */
function brokerCookies(header: string | undefined, secure: boolean): [name: string, value: string][] {
  const prefix = prefixOf(secure)
  return (header?.split(/;\s*/) ?? [])
    .filter((each) => each.startsWith(prefix))
    .map((each) => {
      const split = each.indexOf('=')
      return [each.slice(0, split), each.slice(split + 1)]
    })
}

/** Returns `Set-Cookie` values for a new sign-in. */
export function startCookies(
  { state, cookie }: { state: string; cookie: string },
  header: string | undefined,
  secure: boolean,
): string[] {
  const others = brokerCookies(header, secure)
  const old = others.length >= most ? others : []
  return [
    ...old.map(([name]) => `${name}=; Max-Age=0; ${attributes(secure)}`),
    `${nameOf(state, secure)}=${cookie}; Max-Age=${limits.identitySources.lifetime}; ${attributes(secure)}`,
  ]
}

/** Returns the `Set-Cookie` value that deletes the cookie of a sign-in. */
export const endCookie = (state: string, secure: boolean): string =>
  `${nameOf(state, secure)}=; Max-Age=0; ${attributes(secure)}`

/**
 * Returns the cookie of a sign-in. Returns undefined if two cookies have its name, because an attacker must
 * have planted one of them.
 */
export function readCookie(header: string | undefined, state: string, secure: boolean): string | undefined {
  const name = nameOf(state, secure)
  const found = brokerCookies(header, secure).filter(([each]) => each === name)
  return found.length === 1 ? found[0]?.[1] : undefined
}
