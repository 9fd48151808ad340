import { TextInput } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { AreaField } from '../../areas/AreaField.tsx'
import { areaIdsOf } from '../../areas/paths.ts'
import { useChecks } from '../../lib/checks.ts'
import { useNameFree } from '../../lib/tenantForm.ts'
import { useTexts } from '../../lib/texts.ts'
import { emailAddress } from '../../ui/fields/digits.ts'
import type { useFields } from '../../ui/fields/form.ts'
import { PhoneInput } from '../../ui/fields/PhoneInput.tsx'
import { typed } from '../../ui/fields/typed.ts'
import classes from './Tenants.module.css'
import type { ApplicationValues } from './values.ts'
import { words } from './words.ts'

/** The rules that an application's form holds against it before it is sent. */
export function useApplicationChecks() {
  const t = useTexts(words)
  const checks = useChecks()
  return (values: ApplicationValues) => ({
    name: values.name.trim() ? checks.name(values.name) : t('apply.nameEmpty'),
    areas: areaIdsOf(values.areas).length > 0 ? undefined : t('apply.areasEmpty'),
    contactName: values.contactName.trim() ? checks.name(values.contactName) : t('apply.contactEmpty'),
    contactPhone: checks.phone(values.contactPhone),
    contactEmail: values.contactEmail ? checks.email(values.contactEmail) : undefined,
    reference: checks.text(values.reference, limits.reference),
  })
}

interface Props {
  fields: ReturnType<typeof useFields<ApplicationValues>>
  /** The name that it has: not asked about. */
  ownName: string | undefined
}

export function ApplicationFields({ fields, ownName }: Props) {
  const t = useTexts(words)
  const free = useNameFree(fields.form.values.name, ownName)
  const name = fields.field('name', free ? t(`apply.name${free}`) : t('apply.nameRule', limits.name))
  const email = fields.field('contactEmail')

  return (
    <>
      <TextInput
        {...name}
        error={name.error ?? (free === 'Taken' ? name.description : undefined)}
        description={free === 'Taken' ? undefined : name.description}
        classNames={free === 'Free' ? { description: classes.free } : undefined}
        label={t('apply.name')}
        withAsterisk
        aria-required
        autoComplete="organization"
        data-autofocus
      />
      <AreaField {...fields.field('areas', t('apply.areasRule'))} label={t('apply.areas')} />
      <TextInput
        {...fields.field('contactName')}
        label={t('apply.contact')}
        withAsterisk
        aria-required
        autoComplete="name"
      />
      <PhoneInput
        {...fields.field('contactPhone')}
        label={t('apply.phone')}
        withAsterisk
        aria-required
        autoComplete="tel"
      />
      <TextInput
        {...email}
        {...typed(emailAddress, email.onChange)}
        label={t('apply.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <TextInput
        {...fields.field('reference', t('apply.referenceRule', { max: limits.reference }))}
        label={t('apply.reference')}
        autoComplete="off"
      />
    </>
  )
}
