import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { AreasField, ContactFields, NameField } from '../../../shared/tenant-form/TenantFields.tsx'
import {
  tenantValues,
  tenantVariables,
  useTenantChecks,
  useTenantRefusal,
} from '../../../shared/tenant-form/tenantValues.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { updateTenant } from '../mutations.ts'
import { type Tenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'
import classes from './Configuration.module.css'

const valuesOf = (tenant: Tenant) => ({ ...tenantValues(tenant), address: tenant.address ?? '' })

/** Form for the name, areas, address and contact. Fields that the viewer cannot change are read-only. */
export function ParticularsPanel({ tenant }: { tenant: Tenant }) {
  const t = useTexts(words)
  const checks = useChecks()
  const tenantChecks = useTenantChecks()
  const changed = useTenantChanged()
  const { edit, rename } = tenant.viewerCan

  const fields = useFields({
    initial: valuesOf(tenant),
    check: (values) => ({ ...tenantChecks(values), address: checks.text(values.address, limits.address) }),
    submit: async (values) => {
      await request(updateTenant, {
        id: tenant.id,
        ...tenantVariables(values),
        address: values.address.trim() || null,
        uploadAudit: tenant.uploadAudit,
      })
      form.setInitialValues(values)
      toast('ok', t('config.saved'))
      await changed({ own: values.name.trim() !== tenant.name })
    },
    refusal: useTenantRefusal(),
  })

  const { form } = fields
  const dirty = form.isDirty()
  useUnsaved(dirty && !fields.pending)
  // After this or another user has saved the organization, the form adopts the new values unless it contains
  // unsaved input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the saved organization or `dirty` changes
  useEffect(() => {
    if (!dirty) form.startFrom(valuesOf(tenant))
  }, [tenant.modifyDateTime, dirty])

  return (
    <Panel title={t('config.basics')}>
      <form {...fields.formProps} className={classes.form} aria-label={t('config.basics')}>
        {fields.problem && (
          <Notice tone="err" role="alert">
            {fields.problem}
          </Notice>
        )}
        {!edit && <Notice>{t('config.readOnly')}</Notice>}
        <NameField
          fields={fields}
          saved={tenant.name}
          rule={rename ? undefined : t('config.nameFixed')}
          disabled={!rename}
        />
        <AreasField fields={fields} disabled={!edit} />
        <TextInput
          {...fields.field('address')}
          label={t('config.address')}
          autoComplete="street-address"
          disabled={!edit}
        />
        <ContactFields fields={fields} disabled={!edit} />
        {edit && (
          <div className={classes.save}>
            <Button type="submit" loading={fields.pending}>
              {t('save')}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  )
}
