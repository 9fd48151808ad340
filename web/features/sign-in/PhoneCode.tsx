import { useChecks } from '../../lib/checks.ts'
import { type SentCode, useCodeSending } from '../../lib/codes.ts'
import { post } from '../../lib/session/post.ts'
import { useTexts } from '../../lib/texts.ts'
import { CodeInput } from '../../ui/fields/CodeInput.tsx'
import { maskPhone } from '../../ui/fields/digits.ts'
import type { useFields } from '../../ui/fields/form.ts'
import { PhoneInput } from '../../ui/fields/PhoneInput.tsx'
import { words } from './words.ts'

interface Values extends Record<string, unknown> {
  mobilePhone: string
  mobilePhoneCode: string
}

interface Props<V extends Values> {
  fields: ReturnType<typeof useFields<V>>
  purpose: 'login' | 'register' | 'reset'
}

/**
 * Fields for a phone number and the code that is sent to it. They do not disclose whether the number belongs
 * to an account.
 */
export function PhoneCode<V extends Values>({ fields, purpose }: Props<V>) {
  const t = useTexts(words)
  const checks = useChecks()
  const phone = fields.form.values.mobilePhone
  const codes = useCodeSending(purpose, maskPhone(phone))

  async function send() {
    const wrong = checks.phone(phone)
    if (wrong) return fields.show({ mobilePhone: wrong })
    await fields.attempt('mobilePhoneCode', () =>
      codes.send(() => post<SentCode>('/RegisterCode', { mobilePhone: phone, purpose })),
    )
  }

  return (
    <>
      <PhoneInput {...fields.field('mobilePhone')} label={t('phone')} autoComplete="tel" />
      <CodeInput
        {...fields.field('mobilePhoneCode', codes.rule)}
        {...codes.input}
        label={t('code')}
        onSend={() => void send()}
      />
    </>
  )
}
