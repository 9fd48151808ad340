import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { checkProof, proofInput, spendProof } from '../accounts/proof.ts'
import { lockOwn, ofAccount } from '../accounts/target.ts'
import { builder } from '../core/builder.ts'
import { badInput } from '../core/errors.ts'
import { oneOf, opaque, optional } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import type { Tx } from '../db/open.ts'
import { renewProof } from '../sessions/store.ts'
import { attemptChallenge, spendChallenge } from './challenges.ts'
import { checkFactor, type FactorName, factorErrors } from './check.ts'
import { readAssertion } from './passkeys.ts'

const names = ['PASSKEY', 'TOTP', 'RECOVERY_CODE'] as const

const ProofFactor = builder.enumType('ProofFactor', {
  description: 'Kind of second factor with which users prove their identity',
  values: names,
})

mutation({
  name: 'reauthenticate',
  description:
    "Proves the caller's identity again. Calls that returned REAUTHENTICATE then succeed in this session for ten minutes. Requires `password` or `mobilePhoneCode`, a code sent to the account's own phone number for the purpose `confirm`. For accounts with a second factor, factor and factorCode are required instead, and the other arguments are optional. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['PASSWORD_CHANGE_REQUIRED', 'FACTOR_REQUIRED'],
  input: {
    ...proofInput(),
    factor: optional(oneOf(ProofFactor, names)),
    factorCode: optional(opaque(limits.factor.answer)),
  },
  returns: 'Boolean',

  async prepare({ context, viewer, input }) {
    const { factor, factorCode: code } = input
    const call = 'reauthenticate'
    const byFactor = factor != null && code != null
    if (!byFactor && viewer.secondFactor) throw badInput({ factorCode: ['factor.needed'] })
    const verified = byFactor ? await verifyFactor() : null
    const hasProof = input.password != null || input.mobilePhoneCode != null
    return {
      verified,
      code: hasProof || !verified ? await checkProof({ context, viewer, call }, input) : null,
    }

    /**
     * Verifies the factor outside the transaction, so that the attempt is counted even if the call fails
     * later.
     */
    async function verifyFactor() {
      const { services, request, db } = context
      const { accountId } = viewer
      const attempt = await services.attemptFactor(
        accountId,
        { call, about: accountId, proof: input.proof },
        request,
      )
      // The challenge is in the assertion, because the passkey has signed it.
      const challenge = factor === 'PASSKEY' ? (readAssertion(required(code, 'code'))?.challenge ?? '') : ''
      const step = challenge ? await attemptChallenge(db.query, challenge, 'confirm') : null
      const assertion = { party: services.relyingParty(), challenge, alone: false }
      const name = required(factor, 'factor').toLowerCase() as FactorName
      const isOwn = factor !== 'PASSKEY' || step?.account_id === accountId
      const found =
        isOwn &&
        (await checkFactor(db.query, accountId, { factor: name, code: required(code, 'code') }, assertion))
      if (!found) throw badInput({ factorCode: [factorErrors[name]] })
      const spend = async (tx: Tx) => (!step || (await spendChallenge(tx, step.id))) && found.spend(tx)
      return { name, amr: found.amr, spend, attempt }
    }
  },
  target: lockOwn,

  async run({ tx, viewer, target: account, prepared: { verified, code } }) {
    await spendProof(tx, account, code)
    if (verified && !(await verified.spend(tx))) throw badInput({ factorCode: [factorErrors[verified.name]] })
    await verified?.attempt.succeeded(tx)
    await renewProof(tx, account.id, viewer.sessionId, verified?.amr)
    return true
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {}, always: true }),
})
