/** Reports what a command is doing on standard error, if that takes longer than the first interval. */
export interface Progress {
  say(text: string): void
  end(): void
}

/**
 * Milliseconds between two lines. A terminal replaces the previous line. Elsewhere all lines are stored, so
 * there are fewer.
 */
const intervals = { watched: 1_000, unwatched: 10_000 }

/** `watched`: whether standard error is a terminal. */
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
