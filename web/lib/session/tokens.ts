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
 * Returns the account of an access token, unverified. Only used to notice that another tab changed accounts.
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
 * Registers what happens when the refresh token is no longer valid and both tokens are removed. `reason`
 * names the administrator's action that ended the session.
 */
export function whenSessionOver(run: (reason?: string) => void): void {
  onSessionOver = run
}

let renewing: Promise<string> | undefined

/**
 * Returns a new access token in place of `refused`, which got a 401. One refresh serves every call of this
 * tab, and every tab if the browser has Web Locks (without them, over plain http, the server's grace period
 * suffices). Rejects with SessionOverError if the refresh token is no longer valid, and with an ApiError,
 * keeping both tokens, on any other failure.
 */
export function renew(refused: string | null): Promise<string> {
  renewing ??= exclusively((waited) => refreshOnce(refused, waited)).finally(() => {
    renewing = undefined
  })
  return renewing
}

const lockName = 'reeve.refresh'

/** In ms. A value that one tab stores reaches the other tabs' processes a little later. */
const settling = 100
const patience = 500

/**
 * Runs in one tab at a time. `waited` means that another tab held the lock, so it has probably refreshed. The
 * lock is held until the next tab can see the stored tokens; callers in this tab do not wait for that.
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
  // While this tab waited for the lock, another one may have refreshed or signed out. Its storage can lag
  // behind.
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
  // The user signed out or changed accounts during the request. Without locks, another tab may have received
  // the same answer.
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
