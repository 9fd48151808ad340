import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../dialogs/confirmDialog.tsx'
import { deleteView } from './mutations.ts'
import { type OfView, useViewsChanged } from './views.ts'
import { words } from './words.ts'

export default confirmDialog(({ rows: [{ id, name, tenantId }], list }: OfView) => {
  const t = useTexts(words)
  return {
    title: t('delete'),
    question: (
      <>
        {t('deleteText', { name })} {tenantId && t('deleteShared')}
      </>
    ),
    danger: true,
    call: () => request(deleteView, { id }),
    done: t('deleted', { name }),
    changed: useViewsChanged(list),
  }
})
