import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Action, type ActionGroup, actions } from '../../../contract/audit/actions.ts'
import { usePermission } from '../../lib/session/permission.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { words as auditWords } from '../../shared/audit/words.ts'
import type { FilterField } from '../../shared/list/FilterForm.tsx'
import { words as listWords } from '../../shared/list/words.ts'
import { AccountPicker, type PickedAccount } from '../../shared/pickers/AccountPicker.tsx'
import { TenantPicker } from '../../shared/pickers/TenantPicker.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { actorOptions, type Scope } from './audit.ts'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language
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

/** The filters that queryAuditEvent supports in this scope. */
export function useAuditFilters(scope: Scope, tenantId: string, actor: string): FilterField[] {
  const accounts = usePermission(['account_management', 'security_management'])
  const tenants = usePermission(['organization_list', 'certification_audit'])
  const t = useTexts(words)
  const list = useTexts(listWords)
  const choices = useActions()
  const { data: known } = useQuery(actorOptions(actor, scope === 'tenant' ? tenantId : null))
  return useMemo(() => {
    const field = {
      action: {
        name: 'action',
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
      actor: {
        name: 'actor',
        label: t('actor'),
        options: actor ? [{ value: actor, label: known?.name ?? actor }] : [],
        control: (props) => <ActorField {...props} tenantId={scope === 'tenant' ? tenantId : null} />,
      },
      tenant: {
        name: 'tenant',
        label: t('tenant'),
        control: ({ id, value, onChange }) => (
          <TenantPicker id={id} value={value} onChange={(next) => onChange(next)} />
        ),
      },
      target: { name: 'target', label: t('target'), placeholder: t('targetPlaceholder') },
      time: { name: 'from', until: 'to', label: t('time') },
      result: {
        name: 'result',
        label: t('result'),
        options: (['true', 'false'] as const).map((value) => ({ value, label: t(`result.${value}`) })),
      },
    } satisfies Record<string, FilterField>
    const { action, time, result } = field
    if (scope === 'own') return [action, time, result]
    if (scope === 'tenant') return [action, field.actor, field.target, time, result]
    // Viewers who can only read the audit log cannot search accounts or organizations by name.
    const found = [...(accounts ? [field.actor] : []), ...(tenants ? [field.tenant] : [])]
    return [action, ...found, field.target, time, result]
  }, [t, list, choices, scope, tenantId, actor, known, accounts, tenants])
}

interface ControlProps {
  id: string
  value: string
  onChange: (value: string) => void
}

/** Account filter: id in the URL, name in the field. */
function ActorField({ id, value, onChange, tenantId }: ControlProps & { tenantId: string | null }) {
  const { data: known } = useQuery(actorOptions(value, tenantId))
  const shown: PickedAccount | null = value
    ? { id: value, name: known?.id === value ? known.name : value, mobilePhone: null }
    : null
  return <AccountPicker id={id} value={shown} onChange={(account) => onChange(account?.id ?? '')} />
}
