/**
 * Writes the progress of a command to standard error. A command that ends within the first interval writes
 * nothing.
 */
export interface Progress {
  say(text: string): void
  end(): void
}

/**
 * Milliseconds between two progress lines. On a terminal, each line replaces the previous one. In a log, all
 * lines remain, so the interval is longer.
 */
const intervals = { watched: 1_000, unwatched: 10_000 }

/** Creates the progress output of a command. `watched` is true if standard error is a terminal. */
export function createProgress(note: (text: string) => void, watched: boolean): Progress {
  const begin = performance.now()
  let current = ''
  let shown = ''
  const timer = setInterval(
    () => {
      if (!current) return
      const line = `${current} … ${Math.round((performance.now() - begin) / 1_000)} s`
      note(watched ? `\r\x1b[K${line}` : `${line}\n`)
      shown = line
    },
    watched ? intervals.watched : intervals.unwatched,
  ).unref()
  return {
    say(text) {
      current = text
    },
    end() {
      clearInterval(timer)
      if (watched && shown) note('\r\x1b[K')
      shown = ''
    },
  }
}
