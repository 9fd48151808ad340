import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { confirmDialog } from '../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { deleteTenant, type TenantRow, useTenantsChanged } from './allTenants.ts'
import { words } from './words.ts'

export default confirmDialog(({ rows: [row] }: DialogProps<[TenantRow]>) => {
  const t = useTexts(words)
  const { id, name, status } = row
  return {
    title: t('delete.title'),
    question:
      status === 'PREPARE' || status === 'REJECT'
        ? t('delete.sureOpen', { name })
        : t('delete.sure', { name, count: row.statistics.operatorCount }),
    byName: { name, label: t('delete.type', { name }), wrong: t('delete.wrong') },
    call: () => request(deleteTenant, { id }),
    done: t('delete.done', { name }),
    changed: useTenantsChanged(),
  }
})
