import { TextInput } from '@mantine/core'
import { useTexts } from '../../lib/texts.ts'
import { emailAddress } from '../../ui/fields/digits.ts'
import type { useFields } from '../../ui/fields/form.ts'
import { PhoneInput } from '../../ui/fields/PhoneInput.tsx'
import { typed } from '../../ui/fields/typed.ts'
import { AreaField } from '../areas/AreaField.tsx'
import classes from './TenantFields.module.css'
import { type TenantValues, useNameFree } from './tenantValues.ts'
import { words } from './words.ts'

interface Props {
  fields: Pick<ReturnType<typeof useFields<TenantValues>>, 'field'> & { form: { values: TenantValues } }
  /** With `own`, the browser can fill in the viewer's own data; with `off`, it cannot. */
  autoComplete?: 'own' | 'off'
  disabled?: boolean
}

interface NameFieldProps extends Props {
  /** The organization's current name. Its availability is not checked. */
  saved: string | undefined
  rule?: string | undefined
}

export function NameField({ fields, saved, rule, autoComplete = 'off', disabled = false }: NameFieldProps) {
  const t = useTexts(words)
  const free = useNameFree(fields.form.values.name, saved)
  const { description, error, ...name } = fields.field('name', free ? t(`name${free}`) : rule)
  const taken = free === 'Taken' ? description : undefined
  return (
    <TextInput
      {...name}
      error={error ?? taken}
      description={taken ? undefined : description}
      classNames={free === 'Free' ? { description: classes.free } : undefined}
      label={t('name')}
      withAsterisk={!disabled}
      aria-required
      autoComplete={autoComplete === 'own' ? 'organization' : 'off'}
      disabled={disabled}
      data-autofocus
    />
  )
}

export function AreasField({ fields, rule, disabled = false }: Props & { rule?: string }) {
  const t = useTexts(words)
  return <AreaField {...fields.field('areas', rule)} label={t('areas')} disabled={disabled} />
}

export function ContactFields({ fields, autoComplete = 'off', disabled = false }: Props) {
  const t = useTexts(words)
  const email = fields.field('contactEmail')
  const fill = (what: string) => (autoComplete === 'own' ? what : 'off')
  return (
    <>
      <TextInput
        {...fields.field('contactName')}
        label={t('contactName')}
        withAsterisk={!disabled}
        aria-required
        autoComplete={fill('name')}
        disabled={disabled}
      />
      <PhoneInput
        {...fields.field('contactPhone')}
        label={t('contactPhone')}
        withAsterisk={!disabled}
        aria-required
        autoComplete={fill('tel')}
        disabled={disabled}
      />
      <TextInput
        {...email}
        {...typed(emailAddress, email.onChange)}
        label={t(autoComplete === 'own' ? 'contactEmailOptional' : 'contactEmail')}
        type="email"
        inputMode="email"
        autoComplete={fill('email')}
        disabled={disabled}
      />
    </>
  )
}
