import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Action, type ActionGroup, actions } from '../../../contract/audit/actions.ts'
import { usePermission } from '../../lib/session/permission.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { words as auditWords } from '../../shared/audit/words.ts'
import type { FilterField } from '../../shared/list/FilterForm.tsx'
import { filterFields } from '../../shared/list/filterFields.ts'
import { words as listWords } from '../../shared/list/words.ts'
import { type AccountChoice, AccountPicker } from '../../shared/pickers/AccountPicker.tsx'
import { TenantPicker } from '../../shared/pickers/TenantPicker.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { actorOptions, type Scope } from './audit.ts'
import { auditRules } from './search.ts'
import { words } from './words.ts'

const groups: readonly ActionGroup[] = [
  'signIn',
  'account',
  'tenant',
  'member',
  'device',
  'webhook',
  'application',
  'export',
]

function useActions() {
  const t = useTexts(words)
  const audit = useTexts(auditWords)
  const locale = useLocale()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change only with the language
  return useMemo(
    () =>
      groups.map((group) => ({
        group: t(`group.${group}`),
        items: (Object.keys(actions) as Action[])
          .filter((action) => actions[action][0] === group)
          .map((action) => ({ value: action, label: audit(`action.${action}`) })),
      })),
    [locale],
  )
}

/** Returns the filters that queryAuditEvent supports in the given scope. */
export function useAuditFilters(scope: Scope, tenantId: string, actor: string): FilterField[] {
  const accounts = usePermission(['account_management', 'security_management'])
  const tenants = usePermission(['organization_list', 'certification_audit'])
  const t = useTexts(words)
  const list = useTexts(listWords)
  const choices = useActions()
  const { data: known } = useQuery(actorOptions(actor, scope === 'tenant' ? tenantId : null))
  return useMemo(() => {
    // Viewers who can read only the audit log cannot search for accounts or organizations by name, so they do
    // not get these filters.
    const byActor = scope === 'tenant' || (scope === 'platform' && accounts)
    const byTenant = scope === 'platform' && tenants
    return filterFields(auditRules, {
      action: {
        label: t('action'),
        options: choices.flatMap(({ items }) => items),
        control: ({ id, value, onChange }) => (
          <Select
            id={id}
            value={value}
            data={[{ value: '', label: list('all') }, ...choices]}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ),
      },
      actor: byActor && {
        label: t('actor'),
        options: actor ? [{ value: actor, label: known?.name ?? actor }] : [],
        control: (props) => <ActorField {...props} tenantId={scope === 'tenant' ? tenantId : null} />,
      },
      tenant: byTenant && {
        label: t('tenant'),
        control: ({ id, value, onChange }) => (
          <TenantPicker id={id} value={value} onChange={(next) => onChange(next)} />
        ),
      },
      target: scope !== 'own' && { label: t('target'), placeholder: t('targetPlaceholder') },
      from: { until: 'to', label: t('time') },
      to: false,
      result: { label: t('result'), option: (value) => t(`result.${value}`) },
      // This filter is set by a control above the table, so it has no field here.
      side: false,
    })
  }, [t, list, choices, scope, tenantId, actor, known, accounts, tenants])
}

interface ControlProps {
  id: string
  value: string
  onChange: (value: string) => void
}

/** A field that filters by account. The URL contains the account's id, and the field shows its name. */
function ActorField({ id, value, onChange, tenantId }: ControlProps & { tenantId: string | null }) {
  const { data: known } = useQuery(actorOptions(value, tenantId))
  const shown: AccountChoice | null = value
    ? { id: value, name: known?.id === value ? known.name : value, mobilePhone: null }
    : null
  return <AccountPicker id={id} value={shown} onChange={(account) => onChange(account?.id ?? '')} />
}
