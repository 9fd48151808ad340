/**
 * Throttles `run`. `due` calls `run` at once if the previous call was more than `between` milliseconds ago.
 * Otherwise, `run` is called when this time has passed, so that no request is lost.
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
