import { Tabs } from '@mantine/core'
import { limits } from '../../../contract/limits.ts'
import { once } from '../../lib/calls/once.ts'
import { type SentCode, useCodeSending } from '../../lib/codes.ts'
import { fetchAuthorized } from '../../lib/files.ts'
import { readJson } from '../../lib/http.ts'
import { withProofOfWork } from '../../lib/proof-of-work/proofOfWork.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { CodeInput } from '../../ui/fields/CodeInput.tsx'
import { maskPhone } from '../../ui/fields/digits.ts'
import { FactorCodeInput } from '../../ui/fields/FactorCodeInput.tsx'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import type { ProofMethod } from './credentials.ts'
import classes from './ProofFields.module.css'
import type { Proof } from './useProof.ts'
import { words } from './words.ts'

/**
 * Fields in which the user verifies their identity. If the account has several methods, each has a tab. The
 * parent renders the form around the fields.
 */
export function ProofFields(proof: Proof) {
  const t = useTexts(words)
  const { methods, by, choose } = proof
  if (!by) return <p className={classes.words}>{t('none', { minutes: limits.freshProof / 60 })}</p>
  if (methods.length < 2) return <MethodFields {...proof} method={by} />
  return (
    <Tabs value={by} onChange={choose} keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        {methods.map((method) => (
          <Tabs.Tab key={method} value={method}>
            {t(`by.${method}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {methods.map((method) => (
        <Tabs.Panel key={method} value={method} className={classes.panel}>
          <MethodFields {...proof} method={method} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

interface MethodProps extends Pick<Proof, 'credentials' | 'fields'> {
  method: ProofMethod
}

/** Fields of one verification method. */
function MethodFields({ method, credentials, fields }: MethodProps) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const { username, mobilePhone } = credentials.profile
  if (method === 'passkey') return <p className={classes.words}>{t('passkey')}</p>
  if (method === 'code') return <PhoneCode phone={mobilePhone ?? ''} fields={fields} />
  if (method !== 'password')
    return <FactorCodeInput {...fields.field('factorCode')} kind={method} label={t(method)} data-autofocus />
  return (
    <>
      {/* Password managers read the username from this field. */}
      <input hidden readOnly autoComplete="username" value={username ?? mobilePhone ?? ''} />
      <PasswordInput
        {...fields.field('password')}
        label={t('password')}
        revealLabel={common('reveal')}
        autoComplete="current-password"
        data-autofocus
      />
    </>
  )
}

function PhoneCode({ phone, fields }: { phone: string; fields: MethodProps['fields'] }) {
  const t = useTexts(words)
  const codes = useCodeSending('confirm', maskPhone(phone))
  const send = () =>
    fields.attempt('mobilePhoneCode', () =>
      codes.send(() => {
        const asked = { mobilePhone: phone, purpose: 'confirm' }
        return once(`/RegisterCode ${JSON.stringify(asked)}`, (key) =>
          withProofOfWork(async (proof) => {
            const body = JSON.stringify({ ...asked, proof })
            const headers = { ...key, accept: 'application/json', 'content-type': 'application/json' }
            const response = await fetchAuthorized('/RegisterCode', { method: 'POST', headers, body })
            return (await readJson(response)) as SentCode
          }),
        )
      }),
    )
  return (
    <>
      <p className={classes.words}>{t('codeTo', { phone: maskPhone(phone) })}</p>
      <CodeInput
        {...fields.field('mobilePhoneCode', codes.rule)}
        {...codes.input}
        label={t('code')}
        onSend={() => void send()}
      />
    </>
  )
}
