import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { ConfirmByName } from '../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { deleteTenant, type TenantRow, useTenantsChanged } from './tenants.ts'
import { words } from './words.ts'

export default function DeleteTenant({ rows: [row], done, opened, onClose }: DialogProps<[TenantRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useTenantsChanged()
  const { id, name, status } = row
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={t('delete.title')}
      warning={
        status === 'PREPARE' || status === 'REJECT'
          ? t('delete.sureOpen', { name })
          : t('delete.sure', { name, count: row.statistics.operatorCount })
      }
      name={name}
      label={t('delete.type', { name })}
      wrong={t('delete.wrong')}
      submit={t('delete.title')}
      refusal={refusal}
      run={async () => {
        await request(deleteTenant, { id })
        onClose()
        toast('ok', t('delete.done', { name }))
        done?.()
        await changed()
      }}
    />
  )
}
