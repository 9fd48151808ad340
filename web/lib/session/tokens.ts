import { storageKeys } from '../../../contract/storage.ts'
import { failed, refusal, SessionOverError } from '../errors.ts'
import { readJson } from '../http.ts'
import { forgetPosition } from '../position.ts'
import { stored } from '../storage.ts'
import { requestRefresh, type Tokens } from './api.ts'

export const accessToken = (): string | null => stored.get(storageKeys.token)
export const refreshToken = (): string | null => stored.get(storageKeys.refreshToken)
export const hasTokens = (): boolean => Boolean(accessToken() || refreshToken())

export function storeTokens(tokens: Tokens): void {
  stored.set(storageKeys.refreshToken, tokens.refresh_token)
  stored.set(storageKeys.token, tokens.access_token)
  forgetPosition()
}

function clearTokens(): void {
  stored.remove(storageKeys.token)
  stored.remove(storageKeys.refreshToken)
}

/**
 * Returns the account id in an access token, without verifying the token. Only used to detect that another
 * tab has signed in to another account.
 */
export function accountOf(token: string | null): string | null {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    return payload ? ((JSON.parse(atob(payload)) as { sub?: string }).sub ?? null) : null
  } catch {
    return null
  }
}

let onSessionOver: (reason?: string) => void = () => undefined

/**
 * Registers a listener that is called after the refresh token has become invalid and both tokens have been
 * removed. `reason` is the administrator's action that ended the session.
 */
export function whenSessionOver(run: (reason?: string) => void): void {
  onSessionOver = run
}

let renewing: Promise<string> | undefined

/**
 * Returns a new access token after a request with the token `refused` got a 401 response. All calls in this
 * tab share one refresh. If the browser supports Web Locks, all tabs share it. Web Locks are not available
 * over plain http. Concurrent refreshes are then possible, and the server accepts them during its grace
 * period. Rejects with SessionOverError if the refresh token is no longer valid. On any other failure,
 * retains both tokens and rejects with an ApiError.
 */
export function renew(refused: string | null): Promise<string> {
  renewing ??= exclusively((waited) => refreshOnce(refused, waited)).finally(() => {
    renewing = undefined
  })
  return renewing
}

const lockName = 'reeve.refresh'

/**
 * Time in ms after which other tabs, which can be in other processes, see a value that this tab has stored.
 */
const settling = 100
const patience = 500

/**
 * Runs a function in one tab at a time. `waited` means that another tab held the lock, so that tab has
 * probably refreshed the tokens. The lock is only released when other tabs can see the stored tokens, but
 * callers in this tab do not wait for that.
 */
function exclusively<T>(run: (waited: boolean) => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return run(false)
  return new Promise((resolve, reject) => {
    const holding = (waited: boolean) => async (lock: Lock | null) => {
      if (!lock) return false
      await run(waited).then(resolve, reject)
      await pause(settling)
      return true
    }
    void locks
      .request(lockName, { ifAvailable: true }, holding(false))
      .then((had) => had || locks.request(lockName, holding(true)))
  })
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

async function refreshOnce(refused: string | null, waited: boolean): Promise<string> {
  // While this tab waited for the lock, another tab may have refreshed the tokens or signed out. This tab may
  // see the changes to localStorage only after a delay.
  const end = Date.now() + (waited ? patience : 0)
  while (accessToken() === refused && Date.now() < end) await pause(20)
  const current = accessToken()
  if (current && current !== refused) return current
  const token = refreshToken()
  if (!token) return endSession()

  const response = await requestRefresh(token)
  const answer = await readJson(response)
  if (response.status === 400)
    return endSession((answer as { session_end?: string } | undefined)?.session_end)
  if (!response.ok || !isTokens(answer)) throw failed('token', refusal(response.status, answer))
  // Discard the tokens if the user signed out or changed accounts during the request. The stored refresh
  // token can also be the new one: without Web Locks, another tab may have received the same response.
  if (![token, answer.refresh_token].includes(refreshToken() ?? '')) throw new SessionOverError()
  storeTokens(answer)
  return answer.access_token
}

function endSession(reason?: string): never {
  clearTokens()
  onSessionOver(reason)
  throw new SessionOverError()
}

const isTokens = (answer: unknown): answer is Tokens =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer && 'refresh_token' in answer
