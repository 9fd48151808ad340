import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePhone } from '../../ui/layout/usePhone.ts'
import type { AreaPath } from './areaPaths.ts'
import { type Area, areasFound, areaWithParts, topAreas } from './areas.ts'
import { columnsOf } from './tree.ts'

interface Options {
  id: string
  query: string
  onToggle: (path: AreaPath) => void
}

export type AreaKeys = ReturnType<typeof useAreaKeys>

/** Manages keyboard navigation and the current position, in the columns or in the search results. */
export function useAreaKeys({ id, query, onToggle }: Options) {
  const narrow = usePhone()
  const [at, setAt] = useState<AreaPath>([])
  /** Index of the only column that is shown on phones. */
  const [column, setColumn] = useState(0)
  const [row, setRow] = useState({ query, index: 0 })

  const top = useQuery(topAreas)
  const province = useQuery({ ...areaWithParts(at[0] ?? ''), enabled: at.length > 0 })
  const areas = (top.data ?? []).map((area) => (area.id === at[0] ? (province.data ?? area) : area))
  const columns = columnsOf(areas, at)
  const [asked] = useDebouncedValue(query, 150)
  const search = useQuery({ ...areasFound(asked), enabled: asked !== '' })
  const searching = query !== '' && (asked !== query || search.isPending) && !search.isError
  const results = query && !searching ? (search.data ?? []) : []
  // When the search text changes, the first result becomes the current position again.
  const index = row.query === query ? Math.min(row.index, Math.max(0, results.length - 1)) : 0
  const pathOf = (hit: readonly Area[]): AreaPath => hit.map((area) => area.id)

  const loading = top.isPending || (at.length > 0 && province.isPending && !province.isError)
  const shown = Math.min(column, loading ? at.length : columns.length - 1)
  const levels = columns.map((_, level) => level).filter((level) => !narrow || level === shown)

  function go(path: AreaPath) {
    setAt(path)
    setColumn(Math.max(0, path.length - 1))
  }

  function pressInResults(key: string): boolean {
    const hit = results[index]
    if (key === 'Enter') {
      if (hit) onToggle(pathOf(hit))
    } else if (key === 'ArrowDown') setRow({ query, index: Math.min(index + 1, results.length - 1) })
    else if (key === 'ArrowUp') setRow({ query, index: Math.max(index - 1, 0) })
    else return false
    return true
  }

  function pressInColumns(key: string): boolean {
    const level = Math.max(0, at.length - 1)
    const siblings = columns[level] ?? []
    const place = siblings.findIndex((area) => area.id === at[level])
    const to = (next: number) => {
      const area = siblings[Math.max(0, Math.min(next, siblings.length - 1))]
      if (area) go([...at.slice(0, level), area.id])
    }
    if (key === 'ArrowDown') to(place + 1)
    else if (key === 'ArrowUp') to(place - 1)
    else if (key === 'Home') to(0)
    else if (key === 'End') to(siblings.length - 1)
    else if (key === 'ArrowLeft') go(at.length > 1 ? at.slice(0, -1) : at)
    else if (key === 'ArrowRight') {
      const first = columns[at.length]?.[0]
      if (first) go([...at, first.id])
    } else if (key === 'Enter' || key === ' ') {
      if (at.length > 0) onToggle(at)
    } else return false
    return true
  }

  return {
    narrow,
    at,
    columns,
    /** Whether the last column is still loading. */
    loading,
    column: shown,
    results,
    searching,
    index,
    /** Refetches the query that failed; undefined if no query failed. */
    retry: [top, province, search].find(({ isError }) => isError)?.refetch,
    /** Value of aria-controls for the field: the ids of the lists that are rendered. */
    lists: query
      ? results.length > 0
        ? `${id}-found`
        : undefined
      : levels.map((level) => `${id}-column-${level}`).join(' ') || undefined,
    activeId: query
      ? results[index] && `${id}-found-${index}`
      : levels.includes(at.length - 1)
        ? `${id}-area-${at.at(-1)}`
        : undefined,
    /** Sets the initial position. Called when the panel opens. */
    start: go,
    /** Handles a click on a row. Shows the parts of an area, or toggles an area that has no parts. */
    enter(path: AreaPath, hasParts: boolean) {
      setAt(path)
      setColumn(hasParts ? path.length : path.length - 1)
      if (!hasParts) onToggle(path)
    },
    back: () => setColumn(shown - 1),
    /** Handles a key. Returns whether the key had an effect. */
    press: (key: string): boolean => (query ? pressInResults(key) : pressInColumns(key)),
  }
}
