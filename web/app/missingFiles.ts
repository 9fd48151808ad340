/**
 * Reloads the page if one of its scripts or style sheets is missing. This happens during an upgrade, when a
 * server with a different release responds. The page is reloaded at most five times in a row, with increasing
 * pauses, and only after the server has responded to a health check. scripts/vite/boot.ts writes this
 * function's source to a file, so the function must not use anything defined outside it.
 */
export function reloadForMissingFiles(key: string): void {
  const longest = 5
  const reload = (): void => {
    let tries: number
    try {
      const [last, before] = JSON.parse(sessionStorage.getItem(key) ?? '[0,0]') as [number, number]
      tries = Date.now() - last < 60_000 ? before : 0
      // If the count cannot be stored, the number of reloads would be unlimited, so the page is not reloaded.
      sessionStorage.setItem(key, JSON.stringify([Date.now(), tries + 1]))
    } catch {
      return
    }
    if (tries >= longest) return
    setTimeout(
      () =>
        void fetch('/healthz', { cache: 'no-store' }).then(
          ({ ok }) => ok && location.reload(),
          () => undefined,
        ),
      200 * 2 ** tries,
    )
  }
  const isOwn = (target: EventTarget | null): boolean =>
    (target instanceof HTMLScriptElement && target.src.includes('/assets/')) ||
    (target instanceof HTMLLinkElement && target.rel !== 'modulepreload' && target.href.includes('/assets/'))
  addEventListener('error', ({ target }) => isOwn(target) && reload(), true)
  addEventListener('vite:preloadError', reload)
}
