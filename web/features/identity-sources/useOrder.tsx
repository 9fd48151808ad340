import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { offerUndo } from '../../shared/undo/offer.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { inOrder, moved } from './sourceOrder.ts'
import { type Source, sortIdentitySources, sourcesOptions } from './sources.ts'
import { words } from './words.ts'

/** Ids in the new order and in the previous order, which Undo restores. */
interface Sorting {
  order: string[]
  before: string[]
}

/**
 * Manages the order of the sources. A change is shown and saved at once, and can be undone. `announcement` is
 * for screen readers.
 */
export function useOrder(sources: readonly Source[]) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const client = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const ids = sources.map(({ id }) => id)
  const changed = () => client.invalidateQueries(sourcesOptions)
  const show = (order: readonly string[]) =>
    client.setQueryData(sourcesOptions.queryKey, (shown) => shown && inOrder(shown, order))

  const saving = useMutation({
    mutationFn: ({ order }: Sorting) => request(sortIdentitySources, { ids: order }),
    onSuccess: (_, { before }) =>
      offerUndo(t('sorted'), {
        undo: async () => {
          await request(sortIdentitySources, { ids: before })
          return t('unsorted')
        },
        changed,
      }),
    onError: (error) => toast('err', refusal(error).message),
    onSettled: changed,
  })

  return {
    announcement,
    /** Moves a source to a position, which starts at 0. */
    move(source: Source, position: number) {
      const order = moved(ids, source.id, position)
      if (saving.isPending || order.join() === ids.join()) return
      show(order)
      setAnnouncement(t('moved', { name: source.name, position: order.indexOf(source.id) + 1 }))
      saving.mutate({ order, before: ids })
    },
  }
}
