import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { takesApplications } from '../../lib/config.ts'
import { usePermission } from '../../lib/session/permission.ts'
import { useTexts } from '../../lib/texts.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import classes from './AllTenants.module.css'
import { useTenantDialogs } from './dialogs.ts'
import { TenantList } from './TenantList.tsx'
import { words } from './words.ts'

/** /all-management/all-management */
export function AllTenantsPage() {
  const t = useTexts(words)
  const { open, dialog } = useTenantDialogs()
  const mayCreate = usePermission(['organization_list']) && takesApplications()
  const create = mayCreate ? () => open('create') : undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        context={<span className={classes.wide}>{t('context')}</span>}
        actions={
          create && (
            <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={create}>
              <span className={classes.wide}>{t('create')}</span>
              <span className={classes.narrow}>{t('createShort')}</span>
            </Button>
          )
        }
      />
      <TenantList open={open} create={create} />
      {dialog}
    </>
  )
}
