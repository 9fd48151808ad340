import { useState } from 'react'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { graphql, request } from '../../lib/graphql.ts'
import { signWithPasskey } from '../../lib/session/passkeys.ts'
import { signOut } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { useFields } from '../../ui/fields/form.ts'
import { type Credentials, methodsOf, type ProofMethod } from './credentials.ts'
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

const empty = { password: '', mobilePhoneCode: '', factorCode: '' }

export type Proof = ReturnType<typeof useProof>

/**
 * Opens the provider of a source, which asks the user to sign in again. Afterwards this page is opened again.
 */
const signInAgain = (key: string): void => {
  const search = new URLSearchParams({ prompt: 'login', redirect: window.location.pathname })
  window.location.replace(`/login/${key}?${search}`)
}

/**
 * Form state for verifying the user's identity. If the account has a second factor, the user must use it.
 * Otherwise, the user enters the password or a code sent to the phone. The fields are rendered by
 * ProofFields. `onProved` runs after the server has accepted the verification.
 */
export function useProof(credentials: Credentials, onProved: () => Promise<void>) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const methods = methodsOf(credentials)
  const source = credentials.identities.find((each) => each.source.enabled)?.source
  const [by, setBy] = useState<ProofMethod | undefined>(methods[0])

  const fields = useFields({
    initial: empty,
    check: ({ password, mobilePhoneCode, factorCode }) => ({
      ...(by === 'password' && { password: password ? undefined : common('passwordEmpty') }),
      ...(by === 'code' && { mobilePhoneCode: checks.code(mobilePhoneCode) }),
      ...(by === 'totp' && { factorCode: checks.code(factorCode) }),
      ...(by === 'recovery' && { factorCode: factorCode ? undefined : t('recoveryEmpty') }),
    }),
    submit: async ({ password, mobilePhoneCode, factorCode }) => {
      if (!by) return signOut(source && (() => signInAgain(source.key)))
      const given = {
        password: { password },
        code: { mobilePhoneCode },
        totp: { factor: 'TOTP', factorCode },
        recovery: { factor: 'RECOVERY_CODE', factorCode },
      } as const
      const proof = by === 'passkey' ? ({ factor: 'PASSKEY', factorCode: await sign() } as const) : given[by]
      await request(reauthenticate, proof)
      await onProved()
    },
    refusal,
  })

  function choose(next: string | null) {
    setBy(methods.find((method) => method === next) ?? by)
    fields.form.setFieldValue('factorCode', '')
    fields.show({})
    fields.clearProblem()
  }

  return { credentials, methods, by, choose, fields, submit: t(by ? 'submit' : 'leave') }
}
