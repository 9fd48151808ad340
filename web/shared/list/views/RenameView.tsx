import { limits } from '../../../../contract/limits.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { renameDialog } from '../../dialogs/renameDialog.tsx'
import { updateView } from './mutations.ts'
import { type OfView, useViewsChanged } from './views.ts'
import { words } from './words.ts'

export default renameDialog(({ rows: [{ id, name }], list }: OfView) => {
  const t = useTexts(words)
  return {
    title: t('rename'),
    submit: t('submit'),
    label: t('name'),
    name,
    maxLength: limits.views.name.max,
    check: (name) => (name.trim() ? undefined : t('nameEmpty')),
    call: (name) => request(updateView, { id, name }),
    done: (name) => t('renamed', { name }),
    changed: useViewsChanged(list),
  }
})
