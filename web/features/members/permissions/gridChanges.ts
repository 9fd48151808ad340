import { useCallback, useMemo, useState } from 'react'

/** Pending changes to one member by permission code: true grants the permission, and false revokes it. */
export type PendingChanges = ReadonlyMap<string, boolean>

interface MemberCodes {
  id: string
  held: readonly string[]
}

/**
 * Manages the pending changes of a grid. They are retained when the user opens another page of the list,
 * until they are saved or discarded.
 */
export function useGridChanges() {
  const [changes, setChanges] = useState<ReadonlyMap<string, PendingChanges>>(new Map())

  /** Checks or unchecks one permission for several members. */
  const want = useCallback((members: readonly MemberCodes[], code: string, ticked: boolean) => {
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

  /** Discards pending changes to members whose permissions can no longer be edited. */
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

/** Returns the codes to grant and the codes to revoke. */
export const givenAndTaken = (wanted: PendingChanges): [string[], string[]] => {
  const codes = (ticked: boolean) => [...wanted].filter(([, value]) => value === ticked).map(([code]) => code)
  return [codes(true), codes(false)]
}
