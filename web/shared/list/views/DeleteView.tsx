import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { deleteView } from './mutations.ts'
import { type OfView, useViewsChanged } from './views.ts'
import { words } from './words.ts'

export default function DeleteView({ rows: [view], list, done, opened, onClose }: OfView) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useViewsChanged(list)
  const { id, name, tenantId } = view
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('delete')}
      question={
        <>
          {t('deleteText', { name })} {tenantId && t('deleteShared')}
        </>
      }
      submit={t('delete')}
      danger
      refusal={refusal}
      run={async () => {
        await request(deleteView, { id })
        onClose()
        done?.()
        toast('ok', t('deleted', { name }))
        await changed()
      }}
    />
  )
}
