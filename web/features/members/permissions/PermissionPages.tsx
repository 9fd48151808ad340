import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { palgoRoles } from '../../../../contract/states.ts'
import { pageRoute } from '../../../lib/page.ts'
import { authCodeOptions } from '../../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../../lib/roles/words.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TenantGate } from '../TenantGate.tsx'
import { words } from '../words.ts'
import { PermissionGrid, type Permissions } from './PermissionGrid.tsx'

const palgo = pageRoute('palgoPermission')
const data = pageRoute('dataPermission')

/** /organizational-management/palgo-permission: the algorithm roles of the members. */
export function PalgoPermissionPage() {
  const search = palgo.useSearch()
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const permissions = useMemo<Permissions>(
    () => ({
      filter: 'role',
      label: t('palgo.list'),
      of: ({ member }) => member?.roles ?? [],
      change: (operatorId, add, remove) => ({
        operatorId,
        addRoles: palgoRoles.filter((role) => add.includes(role)),
        removeRoles: palgoRoles.filter((role) => remove.includes(role)),
      }),
      columns: palgoRoles.map((code) => ({
        code,
        label: roleName(code),
        description: roleName(`text.${code}`),
      })),
    }),
    [t, roleName],
  )
  return (
    <TenantGate header={() => <PageHeader title={t('palgo.title')} context={t('palgo.context')} />}>
      {(tenant) => <PermissionGrid permissions={permissions} tenant={tenant} search={search} />}
    </TenantGate>
  )
}

/** /organizational-management/data-permission: the data permissions of the members. */
export function DataPermissionPage() {
  const search = data.useSearch()
  const t = useTexts(words)
  const query = useQuery(authCodeOptions)
  const { data: codes, error, isFetching } = query
  const permissions = useMemo<Permissions>(
    () => ({
      filter: 'code',
      label: t('data.list'),
      of: ({ member }) => member?.authCodes ?? [],
      change: (operatorId, add, remove) => ({
        operatorId,
        addAuthCodes: [...add],
        removeAuthCodes: [...remove],
      }),
      columns: codes ?? [],
    }),
    [t, codes],
  )
  return (
    <TenantGate header={() => <PageHeader title={t('data.title')} context={t('data.context')} />}>
      {(tenant) =>
        error && !codes && !isFetching ? (
          <Panel>
            <LoadError title={t('grid.catalogueFailed')} query={query} />
          </Panel>
        ) : (
          <PermissionGrid permissions={permissions} tenant={tenant} search={search} />
        )
      }
    </TenantGate>
  )
}
