/**
 * Throttles `run`. If the last call was more than `between` milliseconds ago, `due` calls `run` at once.
 * Otherwise, it calls `run` as soon as that time has passed, so that the last request is never lost.
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
