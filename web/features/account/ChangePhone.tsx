import { useChecks } from '../../lib/checks.ts'
import { type SentCode, useCodeSending, useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { post } from '../../lib/session/post.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CodeInput } from '../../ui/fields/CodeInput.tsx'
import { maskPhone } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PhoneInput } from '../../ui/fields/PhoneInput.tsx'
import { type Account, useAccountChanged } from './account.ts'
import { bindMobilePhone } from './mutations.ts'
import { words } from './words.ts'

/** Changes the phone number and verifies it with a code. */
export default function ChangePhone({ rows: [account], opened, onClose }: DialogProps<[Account]>) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountChanged()
  const now = account.profile.mobilePhone

  const fields = useFields({
    initial: { mobilePhone: '', mobilePhoneCode: '' },
    check: ({ mobilePhone, mobilePhoneCode }) => ({
      mobilePhone: checks.phone(mobilePhone),
      mobilePhoneCode: checks.code(mobilePhoneCode),
    }),
    submit: async (values) => {
      await request(bindMobilePhone, values)
      onClose()
      toast('ok', t('security.phoneChanged'))
      await changed()
    },
    refusal,
  })
  const phone = fields.form.values.mobilePhone
  const codes = useCodeSending('bind', maskPhone(phone))

  async function send() {
    const wrong = checks.phone(phone)
    if (wrong) return fields.show({ mobilePhone: wrong })
    await fields.attempt('mobilePhoneCode', () =>
      codes.send(() => post<SentCode>('/RegisterCode', { mobilePhone: phone, purpose: 'bind' })),
    )
  }

  const title = now ? t('security.changePhone') : t('security.bindPhone')
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} width={440} fields={fields} submit={title}>
      {now && <Notice>{t('security.phoneNow', { phone: maskPhone(now) })}</Notice>}
      <PhoneInput
        {...fields.field('mobilePhone')}
        label={t('security.newPhone')}
        autoComplete="off"
        data-autofocus
      />
      <CodeInput
        {...fields.field('mobilePhoneCode', codes.rule)}
        {...codes.input}
        label={t('security.smsCode')}
        onSend={() => void send()}
      />
    </FormDialog>
  )
}
