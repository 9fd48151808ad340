/** Says what is being done, on standard error: nothing of what takes less than a second, then a line a second. */
export interface Progress {
  say(text: string): void
  end(): void
}

/** watched: by a person at a terminal, where a line takes the place of the one before. */
export function createProgress(note: (text: string) => void, watched: boolean): Progress {
  const begin = performance.now()
  let current = ''
  let shown = ''
  const timer = setInterval(() => {
    if (!current) return
    const line = `${current} … ${Math.round((performance.now() - begin) / 1_000)} s`
    note(watched ? `\r\x1b[K${line}` : `${line}\n`)
    shown = line
  }, 1_000).unref()
  return {
    say(text) {
      current = text
    },
    end() {
      clearInterval(timer)
      if (watched && shown) note('\r\x1b[K')
    },
  }
}
