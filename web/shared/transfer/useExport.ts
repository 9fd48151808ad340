import { useState } from 'react'
import { IconDownload } from '#icons'
import { ApiError } from '../../lib/errors.ts'
import { download, viewerTimeZone } from '../../lib/files.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { BulkAction } from '../list/bulk/BulkActions.tsx'
import { words } from './words.ts'

export type ExportedList = 'operators' | 'tenants' | 'members' | 'devices' | 'events'
/** Arguments of the list's field of Query as the page asks it now; paging among them does not matter. */
export type Variables = Readonly<Record<string, unknown>>

export const formats = ['xlsx', 'csv'] as const

/** Has every row that `variables` leave saved as a file, or of these those of `ids` alone. */
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
      // A file that breaks off is no file: nothing of it is saved.
      toast('err', error instanceof ApiError ? error.message : t('broken'))
    } finally {
      setPending(false)
    }
  }

  return { pending, save }
}

/** Of chosen rows, whose number is said; their list may be narrowed by `variables` only as the viewer has to. */
export function useChosenExport(list: ExportedList, unit: string, variables: Variables = {}) {
  const t = useTexts(words)
  const { pending, save } = useExport(list, variables)
  return (ids: readonly string[]): BulkAction => ({
    name: t('chosen', { count: ids.length, unit }),
    Icon: IconDownload,
    pending,
    ways: formats.map((format) => ({
      name: t(format),
      Icon: IconDownload,
      run: () => void save(format, ids),
    })),
  })
}
