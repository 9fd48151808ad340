import { usePermission } from '../../lib/session/permission.ts'
import { useTexts } from '../../lib/texts.ts'
import { NewButton } from '../../ui/layout/NewButton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { AccountList } from './AccountList.tsx'
import { useAccountDialogs } from './dialogs/dialogs.ts'
import { words } from './words.ts'

/** /all-management/account-management: all accounts of the platform. */
export function AccountsPage() {
  const t = useTexts(words)
  const creates = usePermission(['account_management'])
  const { open, dialog } = useAccountDialogs()
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        actions={
          creates && (
            <NewButton label={t('create.title')} short={t('create.short')} onClick={() => open('create')} />
          )
        }
      />
      <AccountList open={open} />
      {dialog}
    </>
  )
}
