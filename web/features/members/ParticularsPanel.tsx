import { Button, TextInput } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { useFields } from '../../ui/form.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PhoneInput } from '../../ui/PhoneInput.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './Configuration.module.css'
import { updateTenant } from './mutations.ts'
import { type Tenant, useTenantChanged } from './tenant.ts'

type Area = { id: string; name: string; children?: readonly Area[] }

/** The areas at the ends of the tree: those that were chosen. */
const chosenAreas = (
  areas: readonly Area[],
  path: readonly string[] = [],
): { id: string; path: string[] }[] =>
  areas.flatMap(({ id, name, children }) =>
    children?.length ? chosenAreas(children, [...path, name]) : { id, path: [...path, name] },
  )

/** Name, areas, address, contact; what the viewer may not change stands there to be read. */
export function ParticularsPanel({ tenant }: { tenant: Tenant }) {
  const t = useTexts('members')
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { edit, rename } = tenant.viewerCan
  const areas = chosenAreas(tenant.areas)

  const fields = useFields({
    initial: {
      name: tenant.name,
      address: tenant.address ?? '',
      contactName: tenant.contact?.name ?? '',
      contactPhone: tenant.contact?.mobilePhone.replace(/^\+86/, '') ?? '',
      contactEmail: tenant.contact?.email ?? '',
    },
    check: ({ name, contactName, contactPhone, contactEmail }) => ({
      name: name.trim() ? checks.name(name) : t('config.nameEmpty'),
      contactName: contactName.trim() ? checks.name(contactName) : t('config.contactNameEmpty'),
      contactPhone: checks.phone(contactPhone),
      contactEmail: contactEmail ? checks.email(contactEmail) : undefined,
    }),
    submit: async (values) => {
      await request(updateTenant, {
        id: tenant.id,
        name: values.name.trim(),
        areaIds: areas.map(({ id }) => id),
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
    refusal,
  })

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
          {...fields.field('name', rename ? undefined : t('config.nameFixed'))}
          label={t('config.name')}
          withAsterisk={rename}
          disabled={!rename}
        />
        <TextInput
          label={t('config.areas')}
          value={areas.map(({ path }) => path.join(' / ')).join('；')}
          disabled
          readOnly
        />
        <TextInput
          {...fields.field('address')}
          label={t('config.address')}
          maxLength={limits.address}
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
          callingCode="+86"
          withAsterisk={edit}
          autoComplete="off"
          disabled={!edit}
        />
        <TextInput
          {...fields.field('contactEmail')}
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
