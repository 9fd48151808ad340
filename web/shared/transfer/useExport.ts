import { useState } from 'react'
import { IconDownload } from '#icons'
import { ApiError } from '../../lib/errors.ts'
import { download, viewerTimeZone } from '../../lib/files.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { BulkAction } from '../list/bulk/BulkActions.tsx'
import { words } from './words.ts'

export type ExportedList = 'operators' | 'tenants' | 'members' | 'devices' | 'events'
/** The current arguments of the list's query field. Paging arguments are ignored. */
export type Variables = Readonly<Record<string, unknown>>

export const formats = ['xlsx', 'csv'] as const

/**
 * In the result, `save` exports all rows that match `variables`, or only the rows with the given `ids`.
 * `pending` is true while an export is running.
 */
export function useExport(list: ExportedList, variables: Variables) {
  const t = useTexts(words)
  const [pending, setPending] = useState(false)

  async function save(format: (typeof formats)[number], ids?: readonly string[]) {
    if (pending) return
    setPending(true)
    try {
      const filter = Object.fromEntries(
        Object.entries(variables).filter(([, value]) => value !== undefined && value !== null),
      )
      await download(`/api/export/${list}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ variables: filter, ids, format, timeZone: viewerTimeZone() }),
      })
      toast('ok', t('done'))
    } catch (error) {
      // If the connection breaks, no incomplete file is saved.
      toast('err', error instanceof ApiError ? error.message : t('broken'))
    } finally {
      setPending(false)
    }
  }

  return { pending, save }
}

/**
 * Returns a function that creates the bulk action for exporting the selected rows. `variables` must contain
 * only filters that the viewer did not choose, such as the organization of the list.
 */
export function useChosenExport(list: ExportedList, unit: string, variables: Variables = {}) {
  const t = useTexts(words)
  const { pending, save } = useExport(list, variables)
  return (ids: readonly string[]): BulkAction => ({
    name: t('chosen', { count: ids.length, unit }),
    Icon: IconDownload,
    pending,
    variants: formats.map((format) => ({
      name: t(format),
      Icon: IconDownload,
      run: () => void save(format, ids),
    })),
  })
}
