import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromiumArgs, ensureChromium } from '../scripts/lib/chromium.ts'

export interface Visit {
  url: string
  /** What the browser's local storage has. */
  stored: Record<string, string>
  /** Selector: once this is on the screen the page can be used. */
  usable: string
  /** Of DevTools' protocol; null: as fast as it goes. */
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null
}

/** Milliseconds after the navigation's start. */
export interface Times {
  paint: number
  usable: number
}

type Answer = Record<string, unknown>
interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: Answer
  result?: Answer
  error?: { message: string }
}

/**
 * A Chromium for first visits, each in a context of its own, the CPU slowed four times. Playwright and Lighthouse have V8 ready
 * to explain every error; React makes five while it loads, and for their line numbers V8 parses all of React again:
 * time that no visitor waits for. So this one speaks to the browser itself and leaves its runtime alone.
 */
export class VisitingBrowser {
  readonly #process: ChildProcess
  readonly #socket: WebSocket
  readonly #profile: string
  readonly #waiting = new Map<number, (message: Message) => void>()
  readonly #events = new EventTarget()
  #last = 0

  private constructor(process: ChildProcess, socket: WebSocket, profile: string) {
    this.#process = process
    this.#socket = socket
    this.#profile = profile
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data) as Message
      if (message.id) this.#waiting.get(message.id)?.(message)
      else
        this.#events.dispatchEvent(
          new CustomEvent(`${message.sessionId} ${message.method}`, { detail: message.params }),
        )
    }
  }

  static async open(): Promise<VisitingBrowser> {
    const profile = mkdtempSync(join(tmpdir(), 'reeve-bench-'))
    const process = spawn(
      ensureChromium(),
      [
        ...chromiumArgs,
        '--headless',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    for await (const line of createInterface(process.stderr)) {
      const [address] = /ws:\S+/.exec(line) ?? []
      if (!address) continue
      const socket = new WebSocket(address)
      await once(socket, 'open')
      return new VisitingBrowser(process, socket, profile)
    }
    throw new Error('Chromium ended before it could be spoken to')
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit')
    // Not by a signal: Debian's command is a script that does not hand one on. It may be gone before it has answered.
    void this.#send('Browser.close')
    await ended
    rmSync(this.#profile, { recursive: true, force: true })
  }

  async visit({ url, stored, usable, network }: Visit): Promise<Times> {
    const { browserContextId } = await this.#send('Target.createBrowserContext')
    const page = { url: 'about:blank', browserContextId, width: 1440, height: 900 }
    const { targetId } = await this.#send('Target.createTarget', page)
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true })
    const send = (method: string, params = {}) => this.#send(method, params, sessionId as string)
    await send('Page.enable')
    await send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${watch})(${JSON.stringify(stored)}, ${JSON.stringify(usable)})`,
    })
    if (network) {
      await send('Network.enable')
      await send('Network.emulateNetworkConditions', { offline: false, ...network })
    }
    await send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const told = once(this.#events, `${sessionId} Page.javascriptDialogOpening`)
    await send('Page.navigate', { url })
    const [event] = (await told) as [CustomEvent<{ message: string }>]
    await this.#send('Target.disposeBrowserContext', { browserContextId })
    return JSON.parse(event.detail.message)
  }

  async #send(method: string, params: Answer = {}, sessionId?: string): Promise<Answer> {
    const id = ++this.#last
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await answered
    this.#waiting.delete(id)
    if (error || !result) throw new Error(`${method}: ${error?.message}`)
    return result
  }
}

/** Runs in the page, of which it knows nothing but its arguments; a dialog is what a page can tell the outside by itself. */
function watch(stored: Record<string, string>, selector: string): void {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  const look = () => {
    if (!document.querySelector(selector)?.checkVisibility()) return requestAnimationFrame(look)
    requestAnimationFrame(() =>
      setTimeout(() => {
        const usable = performance.now()
        const paint = performance.getEntriesByName('first-paint')[0]?.startTime
        alert(JSON.stringify({ paint, usable }))
      }),
    )
  }
  requestAnimationFrame(look)
}
