/**
 * Throttles `run`. `due` calls `run` at once if the last call was more than `between` milliseconds ago, and
 * otherwise as soon as that time has passed. The last request to run is therefore never lost.
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
