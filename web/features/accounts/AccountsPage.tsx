import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { usePermission } from '../../lib/session/permission.ts'
import { useTexts } from '../../lib/texts.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { AccountList } from './AccountList.tsx'
import classes from './Accounts.module.css'
import { useAccountDialogs } from './dialogs/dialogs.ts'
import { words } from './words.ts'

/** /all-management/account-management */
export function AccountsPage() {
  const t = useTexts(words)
  const creates = usePermission(['account_management'])
  const { open, dialog } = useAccountDialogs()
  return (
    <>
      <PageHeader
        title={t('title')}
        context={<span className={classes.context}>{t('context')}</span>}
        actions={
          creates && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
              onClick={() => open('create')}
            >
              <span className={classes.wide}>{t('create.title')}</span>
              <span className={classes.narrow}>{t('create.short')}</span>
            </Button>
          )
        }
      />
      <AccountList open={open} />
      {dialog}
    </>
  )
}
