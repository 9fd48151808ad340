import { Tabs, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { once } from '../../lib/calls/once.ts'
import { useChecks } from '../../lib/checks.ts'
import { type SentCode, useCodeSending, useRefusal } from '../../lib/codes.ts'
import { fetchAuthorized } from '../../lib/files.ts'
import { graphql, request } from '../../lib/graphql.ts'
import { readJson } from '../../lib/http.ts'
import { signWithPasskey } from '../../lib/session/passkeys.ts'
import { useTexts } from '../../lib/texts.ts'
import { paying } from '../../lib/toll/toll.ts'
import { words as libWords } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { CodeInput } from '../../ui/fields/CodeInput.tsx'
import { codeDigits, halfWidth, maskPhone } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import { typed } from '../../ui/fields/typed.ts'
import classes from './ProofDialog.module.css'
import { type Means, type Question, useQuestion, type Way, waysOf } from './proof.ts'
import { words } from './words.ts'

const reauthenticate = graphql(`
  mutation Reauthenticate(
    $password: String, $mobilePhoneCode: String, $factor: ProofFactor, $factorCode: String, $proof: String
  ) {
    reauthenticate(
      password: $password, mobilePhoneCode: $mobilePhoneCode, factor: $factor, factorCode: $factorCode, proof: $proof
    )
  }
`)

const createPasskeyChallenge = graphql(`
  mutation CreatePasskeyChallenge {
    createPasskeyChallenge { options }
  }
`)

const sign = async () =>
  signWithPasskey((await request(createPasskeyChallenge)).createPasskeyChallenge.options)

/** What a call that answered REAUTHENTICATE waits for; whatever lies below it stays as it is. */
export function ProofDialog() {
  const question = useQuestion()
  return question && <ProofForm key={question.turn} {...question} />
}

const empty = { password: '', mobilePhoneCode: '', factorCode: '' }

/** By what the account has: a second factor, else its password or a code to its own phone. */
function ProofForm({ means, opened, settle }: Question) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const ways = waysOf(means)
  const [by, setBy] = useState<Way>(ways[0] ?? 'recovery')

  const fields = useFields({
    initial: empty,
    check: ({ password, mobilePhoneCode, factorCode }) => ({
      ...(by === 'password' && { password: password ? undefined : common('passwordEmpty') }),
      ...(by === 'code' && { mobilePhoneCode: checks.code(mobilePhoneCode) }),
      ...(by === 'totp' && { factorCode: checks.code(factorCode) }),
      ...(by === 'recovery' && { factorCode: factorCode ? undefined : t('recoveryEmpty') }),
    }),
    submit: async ({ password, mobilePhoneCode, factorCode }) => {
      const given = {
        password: { password },
        code: { mobilePhoneCode },
        totp: { factor: 'TOTP', factorCode },
        recovery: { factor: 'RECOVERY_CODE', factorCode },
      } as const
      const proof = by === 'passkey' ? ({ factor: 'PASSKEY', factorCode: await sign() } as const) : given[by]
      await request(reauthenticate, proof)
      settle(true)
    },
    refusal,
  })

  function choose(next: string | null) {
    setBy(ways.find((way) => way === next) ?? by)
    fields.form.setFieldValue('factorCode', '')
    fields.show({})
    fields.clearProblem()
  }

  const asked = (way: Way) => <Asked way={way} means={means} fields={fields} />
  return (
    <FormDialog
      opened={opened}
      onClose={() => settle(false)}
      title={t('title')}
      width={440}
      fields={fields}
      submit={t('submit')}
    >
      <p className={classes.words}>{t('reason', { minutes: limits.freshProof / 60 })}</p>
      {ways.length > 1 ? (
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
              {asked(way)}
            </Tabs.Panel>
          ))}
        </Tabs>
      ) : (
        asked(by)
      )}
    </FormDialog>
  )
}

interface AskedProps {
  way: Way
  means: Means
  fields: ReturnType<typeof useFields<typeof empty>>
}

/** The fields of one way to prove who one is. */
function Asked({ way, means, fields }: AskedProps) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const { username, mobilePhone } = means.profile
  const factor = fields.field('factorCode')
  if (way === 'passkey') return <p className={classes.words}>{t('passkey')}</p>
  if (way === 'code') return <PhoneCode phone={mobilePhone ?? ''} fields={fields} />
  if (way === 'password')
    return (
      <>
        {/* For password managers: whose password it is. */}
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
  const shape =
    way === 'totp'
      ? typed((text) => codeDigits(text, limits.code.digits), factor.onChange)
      : typed((text) => halfWidth(text).toUpperCase(), factor.onChange)
  return (
    <TextInput
      {...factor}
      {...shape}
      label={t(way === 'totp' ? 'totp' : 'recovery')}
      inputMode={way === 'totp' ? 'numeric' : 'text'}
      autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
      spellCheck={false}
      data-autofocus
    />
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
          paying(async (proof) => {
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
