import { useCallback, useMemo, useState } from 'react'

/** What is wanted of one member, by code, where it differs from what they hold. */
export type Wanted = ReadonlyMap<string, boolean>

interface Held {
  id: string
  held: readonly string[]
}

/** Changes to a grid of members and permissions, kept until they are saved or dropped, from page to page. */
export function useGridChanges() {
  const [changes, setChanges] = useState<ReadonlyMap<string, Wanted>>(new Map())

  /** Ticks or unticks one permission of several members. */
  const want = useCallback((members: readonly Held[], code: string, ticked: boolean) => {
    setChanges((last) => {
      const next = new Map(last)
      for (const { id, held } of members) {
        const wanted = new Map(last.get(id))
        if (held.includes(code) === ticked) wanted.delete(code)
        else wanted.set(code, ticked)
        if (wanted.size) next.set(id, wanted)
        else next.delete(id)
      }
      return next
    })
  }, [])

  /** Members who are not to be changed any more. */
  const forget = useCallback(
    (ids: readonly string[]) => setChanges((last) => new Map([...last].filter(([id]) => !ids.includes(id)))),
    [],
  )

  const counted = useMemo(() => {
    const all = [...changes.values()].flatMap((wanted) => [...wanted.values()])
    const granted = all.filter(Boolean).length
    return { count: all.length, people: changes.size, granted, revoked: all.length - granted }
  }, [changes])

  return { changes, want, forget, drop: useCallback(() => setChanges(new Map()), []), ...counted }
}

/** The codes that a member is given, and those that are taken. */
export const givenAndTaken = (wanted: Wanted): [string[], string[]] => {
  const codes = (ticked: boolean) => [...wanted].filter(([, value]) => value === ticked).map(([code]) => code)
  return [codes(true), codes(false)]
}
