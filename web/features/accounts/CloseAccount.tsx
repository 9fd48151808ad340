import { limits } from '../../../contract/limits.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { ConfirmByName } from '../../ui/ConfirmByName.tsx'
import { toast } from '../../ui/toast.ts'
import { useAccountsChanged } from './accounts.ts'
import type { DialogProps } from './Dialogs.tsx'
import { closeOperator } from './mutations.ts'

/** Asks for the name of an account before it is closed. */
export function CloseAccount({ rows, opened, onClose }: DialogProps) {
  const t = useTexts('accounts')
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name } = rows[0]!
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={t('closeAccount.title')}
      warning={t('closeAccount.text', { name, days: limits.closing })}
      name={name}
      label={t('closeAccount.type', { name })}
      wrong={t('closeAccount.wrong')}
      submit={t('closeAccount.title')}
      cancel={t('cancel')}
      closeLabel={t('close')}
      refusal={refusal}
      run={async () => {
        await request(closeOperator, { operatorId: id })
        onClose()
        toast('ok', t('closeAccount.done', { name, days: limits.closing }))
        await changed()
      }}
    />
  )
}
