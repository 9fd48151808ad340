import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePhone } from '../../ui/layout/usePhone.ts'
import { type Area, areasFound, areaWithParts, topAreas } from './areas.ts'
import type { AreaPath } from './paths.ts'
import { columnsOf } from './tree.ts'

interface Options {
  id: string
  query: string
  onToggle: (path: AreaPath) => void
}

export type AreaKeys = ReturnType<typeof useAreaKeys>

/** Where in the columns, or in what was found, the keyboard is; and the area there. */
export function useAreaKeys({ id, query, onToggle }: Options) {
  const narrow = usePhone()
  const [at, setAt] = useState<AreaPath>([])
  /** The one column of a phone. */
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
  // What was found for other words has begun anew.
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
    /** The last column is on its way. */
    loading,
    column: shown,
    results,
    searching,
    index,
    /** Something could not be loaded: asks for it again. */
    retry: [top, province, search].find(({ isError }) => isError)?.refetch,
    /** Ids of what the field controls, as far as it is there. */
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
    /** Stands on an area as its panel is opened. */
    start: go,
    /** A row is pressed: an area with parts shows them, another one is chosen. */
    enter(path: AreaPath, hasParts: boolean) {
      setAt(path)
      setColumn(hasParts ? path.length : path.length - 1)
      if (!hasParts) onToggle(path)
    },
    back: () => setColumn(shown - 1),
    /** True where the key meant something here. */
    press: (key: string): boolean => (query ? pressInResults(key) : pressInColumns(key)),
  }
}
