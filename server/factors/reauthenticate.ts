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
import { spendChallenge, tryChallenge } from './challenges.ts'
import { checkFactor, type FactorName, factorWrong } from './check.ts'
import { readAssertion } from './passkeys.ts'

const names = ['PASSKEY', 'TOTP', 'RECOVERY_CODE'] as const

const ProofFactor = builder.enumType('ProofFactor', {
  description: 'What proves a second factor',
  values: names,
})

mutation({
  name: 'reauthenticate',
  description:
    "renews this session's time of proof, ten minutes, for what answered REAUTHENTICATE: by password or mobilePhoneCode, a code to the account's own phone, purpose confirm; an account with second factors by one of those, factor and factorCode, too or alone. who: signed in",
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
    const proved = byFactor ? await proveFactor() : null
    const given = input.password != null || input.mobilePhoneCode != null
    return { proved, code: given || !proved ? await checkProof({ context, viewer, call }, input) : null }

    /** The try stays counted whatever comes after it. */
    async function proveFactor() {
      const { services, request, db } = context
      const { accountId } = viewer
      const attempt = await services.attemptFactor(
        accountId,
        { call, about: accountId, proof: input.proof },
        request,
      )
      // A passkey signs the challenge that it was given, which says by itself which one that is.
      const challenge = factor === 'PASSKEY' ? (readAssertion(required(code, 'code'))?.challenge ?? '') : ''
      const step = challenge ? await tryChallenge(db.query, challenge, 'confirm') : null
      const asked = { party: services.relyingParty(), challenge, alone: false }
      const name = required(factor, 'factor').toLowerCase() as FactorName
      const isOwn = factor !== 'PASSKEY' || step?.account_id === accountId
      const found =
        isOwn &&
        (await checkFactor(db.query, accountId, { factor: name, code: required(code, 'code') }, asked))
      if (!found) throw badInput({ factorCode: [factorWrong[name]] })
      const spend = async (tx: Tx) => (!step || (await spendChallenge(tx, step.id))) && found.spend(tx)
      return { name, amr: found.amr, spend, attempt }
    }
  },
  target: lockOwn,

  async run({ tx, viewer, target: account, prepared: { proved, code } }) {
    await spendProof(tx, account, code)
    if (proved && !(await proved.spend(tx))) throw badInput({ factorCode: [factorWrong[proved.name]] })
    await proved?.attempt.succeeded(tx)
    await renewProof(tx, account.id, viewer.sessionId, proved?.amr)
    return true
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {}, always: true }),
})
