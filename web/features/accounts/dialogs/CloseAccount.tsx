import { limits } from '../../../../contract/limits.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ConfirmByName } from '../../../ui/dialogs/ConfirmByName.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { closeOperator } from '../mutations.ts'
import { words } from '../words.ts'

/** Asks for the name of an account before it is closed. */
export default function CloseAccount({ rows: [account], opened, onClose }: DialogProps<[AccountRow]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name } = account
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
