import { takesApplications } from '../../lib/config.ts'
import { usePermission } from '../../lib/session/permission.ts'
import { useTexts } from '../../lib/texts.ts'
import { NewButton } from '../../ui/layout/NewButton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useTenantDialogs } from './dialogs.ts'
import { TenantList } from './TenantList.tsx'
import { words } from './words.ts'

/** /all-management/all-management: all organizations of the platform. */
export function AllTenantsPage() {
  const t = useTexts(words)
  const { open, dialog } = useTenantDialogs()
  const mayCreate = usePermission(['organization_list']) && takesApplications()
  const create = mayCreate ? () => open('create') : undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        actions={create && <NewButton label={t('create')} short={t('createShort')} onClick={create} />}
      />
      <TenantList open={open} create={create} />
      {dialog}
    </>
  )
}
