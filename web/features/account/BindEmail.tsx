import { TextInput } from '@mantine/core'
import { useChecks } from '../../lib/checks.ts'
import { useCodeSending, useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CodeInput } from '../../ui/fields/CodeInput.tsx'
import { emailAddress, maskEmail } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { typed } from '../../ui/fields/typed.ts'
import { type Account, useAccountChanged } from './account.ts'
import { bindEmail, sendEmailCode } from './mutations.ts'
import { words } from './words.ts'

/**
 * Adds an email address and verifies it with a code. The field is prefilled with the account's unverified
 * address, if there is one.
 */
export default function BindEmail({ rows: [account], opened, onClose }: DialogProps<[Account]>) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountChanged()
  const { email: now, emailVerified } = account.profile
  const checkEmail = (value: string) => (value ? checks.email(value) : t('security.emailEmpty'))

  const fields = useFields({
    initial: { email: now && !emailVerified ? now : '', emailCode: '' },
    check: ({ email, emailCode }) => ({ email: checkEmail(email), emailCode: checks.code(emailCode) }),
    submit: async (values) => {
      await request(bindEmail, values)
      onClose()
      toast('ok', t('security.emailChanged'))
      await changed()
    },
    refusal,
  })
  const { email } = fields.form.values
  const codes = useCodeSending('email', email && maskEmail(email))
  const field = fields.field('email')

  async function send() {
    const wrong = checkEmail(email)
    if (wrong) return fields.show({ email: wrong })
    await fields.attempt('emailCode', () =>
      codes.send(async () => (await request(sendEmailCode, { email })).sendEmailCode),
    )
  }

  const title = now && emailVerified ? t('security.changeEmail') : t('security.bindEmail')
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} width={440} fields={fields} submit={title}>
      {now && emailVerified && <Notice>{t('security.emailNow', { email: maskEmail(now) })}</Notice>}
      <TextInput
        {...field}
        {...typed(emailAddress, field.onChange)}
        label={t('security.newEmail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        data-autofocus
      />
      <CodeInput
        {...fields.field('emailCode', codes.rule)}
        {...codes.input}
        label={t('security.emailCode')}
        onSend={() => void send()}
      />
    </FormDialog>
  )
}
