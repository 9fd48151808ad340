import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { PhoneInput } from '../../../ui/fields/PhoneInput.tsx'
import { useAccountsChanged } from '../accounts.ts'
import { createOperator } from '../mutations.ts'
import { words } from '../words.ts'
import { HandOut, NewPassword, type PasswordSource } from './NewPassword.tsx'
import { generatePassword } from './password.ts'

/**
 * Creates an account. Its user must change the password at the first sign-in, because the administrator knows
 * the initial one.
 */
export default function CreateAccount({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const [source, setSource] = useState<PasswordSource>('generated')
  const [made, setMade] = useState<{ name: string; password: string }>()
  const fields = useFields({
    initial: { mobilePhone: '', nickName: '', password: '' },
    check: ({ mobilePhone, nickName, password }) => ({
      mobilePhone: checks.phone(mobilePhone),
      nickName: nickName.trim() ? checks.name(nickName) : t('create.nickEmpty'),
      password: source === 'typed' ? checks.newPassword(password) : undefined,
    }),
    submit: async (values) => {
      const name = values.nickName.trim()
      const password = source === 'generated' ? generatePassword() : values.password
      await request(createOperator, { mobilePhone: values.mobilePhone, nickName: name, password })
      if (source === 'generated') setMade({ name, password })
      else {
        onClose()
        toast('ok', t('create.done', { name }))
      }
      await changed()
    },
    refusal,
  })

  if (made)
    return (
      <HandOut opened={opened} onClose={onClose} title={t('create.title')} password={made.password}>
        {t('create.done', { name: made.name })}。{t('create.mustChange')}
      </HandOut>
    )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('create.title')}
      fields={fields}
      submit={t('create.submit')}
    >
      <PhoneInput
        {...fields.field('mobilePhone', t('create.phoneRule'))}
        label={t('create.phone')}
        withAsterisk
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...fields.field('nickName', t('create.nickRule', limits.name))}
        label={t('create.nick')}
        withAsterisk
        autoComplete="off"
      />
      <NewPassword
        label={t('password.how')}
        source={source}
        onSource={setSource}
        value={fields.form.values.password}
        field={(rule) => fields.field('password', rule)}
      />
    </FormDialog>
  )
}
