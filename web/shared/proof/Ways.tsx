import { Tabs } from '@mantine/core'
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
import type { Way } from './means.ts'
import type { Proof } from './useProof.ts'
import classes from './Ways.module.css'
import { words } from './words.ts'

/**
 * The fields for fresh proof, with a tab per method if the account has several. The form provides everything
 * around them.
 */
export function Ways(proof: Proof) {
  const t = useTexts(words)
  const { ways, by, choose } = proof
  if (ways.length < 2) return <Asked {...proof} way={by} />
  return (
    <Tabs value={by} onChange={choose} keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        {ways.map((way) => (
          <Tabs.Tab key={way} value={way}>
            {t(`by.${way}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map((way) => (
        <Tabs.Panel key={way} value={way} className={classes.panel}>
          <Asked {...proof} way={way} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

interface AskedProps extends Pick<Proof, 'means' | 'fields'> {
  way: Way
}

/** The fields of one method. */
function Asked({ way, means, fields }: AskedProps) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const { username, mobilePhone } = means.profile
  if (way === 'passkey') return <p className={classes.words}>{t('passkey')}</p>
  if (way === 'code') return <PhoneCode phone={mobilePhone ?? ''} fields={fields} />
  if (way !== 'password')
    return <FactorCodeInput {...fields.field('factorCode')} kind={way} label={t(way)} data-autofocus />
  return (
    <>
      {/* Gives password managers the username. */}
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

function PhoneCode({ phone, fields }: { phone: string; fields: AskedProps['fields'] }) {
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
