import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { type SentCode, useCodeSending, useRefusal } from '../../lib/codes.ts'
import { fetchAuthorized } from '../../lib/files.ts'
import { graphql, request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { CodeInput } from '../../ui/fields/CodeInput.tsx'
import { maskPhone } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import classes from './ProofDialog.module.css'
import { type Question, useQuestion } from './proof.ts'
import { words } from './words.ts'

const reauthenticate = graphql(`
  mutation Reauthenticate($password: String, $mobilePhoneCode: String) {
    reauthenticate(password: $password, mobilePhoneCode: $mobilePhoneCode)
  }
`)

/** What a call that answered REAUTHENTICATE waits for; whatever lies below it stays as it is. */
export function ProofDialog() {
  const question = useQuestion()
  return question && <ProofForm key={question.turn} {...question} />
}

/** By the password or by a code to one's own phone: what the account has of the two. */
function ProofForm({ means, opened, settle }: Question) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const { username, mobilePhone, passwordChangedTimestamp } = means
  const hasPassword = passwordChangedTimestamp !== null
  const [by, setBy] = useState<'password' | 'code'>(hasPassword ? 'password' : 'code')

  const fields = useFields({
    initial: { password: '', mobilePhoneCode: '' },
    check: ({ password, mobilePhoneCode }) =>
      by === 'password'
        ? { password: password ? undefined : common('passwordEmpty') }
        : { mobilePhoneCode: checks.code(mobilePhoneCode) },
    submit: async ({ password, mobilePhoneCode }) => {
      await request(reauthenticate, by === 'password' ? { password } : { mobilePhoneCode })
      settle(true)
    },
    refusal,
  })
  const codes = useCodeSending('confirm', maskPhone(mobilePhone ?? ''))
  const send = () =>
    fields.attempt('mobilePhoneCode', () =>
      codes.send(async () => {
        const body = JSON.stringify({ mobilePhone, purpose: 'confirm' })
        const headers = { accept: 'application/json', 'content-type': 'application/json' }
        const response = await fetchAuthorized('/RegisterCode', { method: 'POST', headers, body })
        return (await response.json()) as SentCode
      }),
    )

  function choose(next: string | null) {
    setBy(next === 'code' ? 'code' : 'password')
    fields.show({})
    fields.clearProblem()
  }

  const password = (
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
  const code = (
    <>
      <p className={classes.words}>{t('codeTo', { phone: maskPhone(mobilePhone ?? '') })}</p>
      <CodeInput
        {...fields.field('mobilePhoneCode', codes.rule)}
        {...codes.input}
        label={t('code')}
        onSend={() => void send()}
      />
    </>
  )

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
      {hasPassword && mobilePhone ? (
        <Tabs value={by} onChange={choose} keepMounted={false} className={classes.tabs}>
          <Tabs.List>
            <Tabs.Tab value="password">{t('byPassword')}</Tabs.Tab>
            <Tabs.Tab value="code">{t('byCode')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="password" className={classes.panel}>
            {password}
          </Tabs.Panel>
          <Tabs.Panel value="code" className={classes.panel}>
            {code}
          </Tabs.Panel>
        </Tabs>
      ) : hasPassword ? (
        password
      ) : (
        code
      )}
    </FormDialog>
  )
}
