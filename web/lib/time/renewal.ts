/**
 * Throttles `run`: `due` calls it at once, then at most once every `between` milliseconds. The last call is
 * never lost.
 */
export function renewal(run: () => void, between: number) {
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    due() {
      timer ??= setTimeout(
        () => {
          timer = undefined
          last = Date.now()
          run()
        },
        Math.max(0, last + between - Date.now()),
      )
    },
    stop: () => clearTimeout(timer),
  }
}
