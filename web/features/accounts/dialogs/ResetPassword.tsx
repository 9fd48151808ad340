import { useState } from 'react'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import classes from '../Accounts.module.css'
import { type AccountRow, useAccountsChanged } from '../accounts.ts'
import { resetPassword } from '../mutations.ts'
import { words } from '../words.ts'
import { HandOut, NewPassword, type PasswordSource } from './NewPassword.tsx'
import { generatePassword } from './password.ts'

/** Sets a new password for an account whose password was lost or leaked. */
export default function ResetPassword({ rows: [account], opened, onClose }: DialogProps<[AccountRow]>) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountsChanged()
  const { id, name } = account
  const [source, setSource] = useState<PasswordSource>('generated')
  const [made, setMade] = useState<string>()
  const fields = useFields({
    initial: { password: '' },
    check: ({ password }) => ({ password: source === 'typed' ? checks.newPassword(password) : undefined }),
    submit: async (values) => {
      const password = source === 'generated' ? generatePassword() : values.password
      await request(resetPassword, { operatorId: id, password })
      if (source === 'generated') setMade(password)
      else {
        onClose()
        toast('ok', t('reset.done', { name }))
      }
      await changed()
    },
    refusal,
  })

  if (made)
    return (
      <HandOut opened={opened} onClose={onClose} title={t('reset.title')} password={made}>
        {t('reset.done', { name })}
      </HandOut>
    )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('reset.title')}
      width={440}
      fields={fields}
      submit={t('reset.title')}
    >
      <p className={classes.question}>{t('reset.text', { name })}</p>
      <NewPassword
        label={t('password.howNew')}
        source={source}
        onSource={setSource}
        value={fields.form.values.password}
        field={(rule) => fields.field('password', rule)}
      />
    </FormDialog>
  )
}
