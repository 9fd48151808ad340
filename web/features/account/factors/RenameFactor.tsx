import { useChecks } from '../../../lib/checks.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { renameDialog } from '../../../shared/dialogs/renameDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { type Account, useAccountChanged } from '../account.ts'
import { updateFactor } from './mutations.ts'
import { words } from './words.ts'

export default renameDialog(({ rows: [{ id, name }] }: DialogProps<[Account['factors'][number]]>) => {
  const t = useTexts(words)
  const checks = useChecks()
  return {
    title: t('rename'),
    submit: t('save'),
    label: t('name'),
    name,
    check: (name) => (name.trim() ? checks.name(name) : t('nameEmpty')),
    call: (name) => request(updateFactor, { id, name }),
    changed: useAccountChanged(),
  }
})
