import { Button, TextInput } from '@mantine/core'
import { limits } from '../../../../contract/limits.ts'
import { AreaField } from '../../../areas/AreaField.tsx'
import { type AreaPath, areaIdsOf, areaPaths } from '../../../areas/paths.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { inOurNames, useNameFree } from '../../../lib/tenantForm.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { emailAddress, nationalPhone } from '../../../ui/fields/digits.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { PhoneInput } from '../../../ui/fields/PhoneInput.tsx'
import { typed } from '../../../ui/fields/typed.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { updateTenant } from '../mutations.ts'
import { type Tenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'
import classes from './Configuration.module.css'

/** Name, areas, address, contact; what the viewer may not change is read-only. */
export function ParticularsPanel({ tenant }: { tenant: Tenant }) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { edit, rename } = tenant.viewerCan

  const fields = useFields({
    initial: {
      name: tenant.name,
      areas: areaPaths(tenant.areas) as AreaPath[],
      address: tenant.address ?? '',
      contactName: tenant.contact?.name ?? '',
      contactPhone: nationalPhone(tenant.contact?.mobilePhone),
      contactEmail: tenant.contact?.email ?? '',
    },
    check: ({ name, areas, address, contactName, contactPhone, contactEmail }) => ({
      name: name.trim() ? checks.name(name) : t('config.nameEmpty'),
      areas: areaIdsOf(areas).length ? undefined : t('config.areasEmpty'),
      address: checks.text(address, limits.address),
      contactName: contactName.trim() ? checks.name(contactName) : t('config.contactNameEmpty'),
      contactPhone: checks.phone(contactPhone),
      contactEmail: contactEmail ? checks.email(contactEmail) : undefined,
    }),
    submit: async (values) => {
      await request(updateTenant, {
        id: tenant.id,
        name: values.name.trim(),
        areaIds: areaIdsOf(values.areas),
        address: values.address.trim() || null,
        contact: {
          name: values.contactName.trim(),
          mobilePhone: values.contactPhone,
          email: values.contactEmail.trim() || null,
        },
        uploadAudit: tenant.uploadAudit,
      })
      toast('ok', t('config.saved'))
      await changed({ own: values.name.trim() !== tenant.name })
    },
    refusal: (error) => {
      const { fields = {}, ...refused } = refusal(error)
      return { ...refused, fields: inOurNames(fields) }
    },
  })

  useUnsaved(fields.form.isDirty() && !fields.pending)

  const free = useNameFree(fields.form.values.name, tenant.name)
  const rule = rename ? free === 'Free' && t('config.nameFree') : t('config.nameFixed')
  const name = fields.field('name', rule || undefined)

  const email = fields.field('contactEmail')

  return (
    <Panel title={t('config.basics')}>
      <form {...fields.formProps} className={classes.form} aria-label={t('config.basics')}>
        {fields.problem && (
          <Notice tone="err" role="alert">
            {fields.problem}
          </Notice>
        )}
        {!edit && <Notice>{t('config.readOnly')}</Notice>}
        <TextInput
          {...name}
          error={name.error ?? (free === 'Taken' ? t('config.nameTaken') : undefined)}
          description={free === 'Taken' ? undefined : name.description}
          label={t('config.name')}
          withAsterisk={rename}
          disabled={!rename}
        />
        <AreaField {...fields.field('areas')} label={t('config.areas')} disabled={!edit} />
        <TextInput
          {...fields.field('address')}
          label={t('config.address')}
          autoComplete="street-address"
          disabled={!edit}
        />
        <TextInput
          {...fields.field('contactName')}
          label={t('config.contactName')}
          withAsterisk={edit}
          autoComplete="off"
          disabled={!edit}
        />
        <PhoneInput
          {...fields.field('contactPhone')}
          label={t('config.contactPhone')}
          withAsterisk={edit}
          autoComplete="off"
          disabled={!edit}
        />
        <TextInput
          {...email}
          {...typed(emailAddress, email.onChange)}
          label={t('config.contactEmail')}
          type="email"
          inputMode="email"
          autoComplete="off"
          disabled={!edit}
        />
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
