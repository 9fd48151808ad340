import { limits } from '../../../../contract/limits.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import { unlinkIdentity } from '../../../shared/identity-sources/mutations.ts'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { type Account, type AccountRow, useAccountsChanged } from '../accounts.ts'
import {
  askFactorReset,
  closeOperator,
  confirmFactorReset,
  revokeSessions,
  setAdmin,
  withdrawFactorReset,
} from '../mutations.ts'
import { words } from '../words.ts'

/** Closes an account after the administrator has typed the account's name. */
export const CloseAccount = confirmDialog(({ rows: [{ id, name }] }: DialogProps<[AccountRow]>) => {
  const t = useTexts(words)
  const days = limits.closing
  return {
    title: t('closeAccount.title'),
    question: t('closeAccount.text', { name, days }),
    byName: { name, label: t('closeAccount.type', { name }), wrong: t('closeAccount.wrong') },
    call: () => request(closeOperator, { operatorId: id }),
    done: t('closeAccount.done', { name, days }),
    changed: useAccountsChanged(),
  }
})

/** Ends all sessions of an account. */
export const EndSessions = confirmDialog(({ rows: [{ id, name }] }: DialogProps<[AccountRow]>) => {
  const t = useTexts(words)
  return {
    title: t('sessions.endAll'),
    question: t('sessions.endAllText', { name }),
    submit: t('sessions.endAllShort'),
    call: () => request(revokeSessions, { operatorId: id }),
    done: t('sessions.allEnded', { name }),
    changed: useAccountsChanged(),
  }
})

/** Makes an account a platform administrator, or removes this role from the account. */
export const SetAdmin = confirmDialog(({ rows: [{ id, name, admin }] }: DialogProps<[AccountRow]>) => {
  const t = useTexts(words)
  const to = admin ? 'dismiss' : 'appoint'
  return {
    title: t(`${to}.title`),
    question: t(`${to}.text`, { name }),
    submit: t(`${to}.submit`),
    danger: admin,
    call: () => request(setAdmin, { operatorId: id, admin: !admin }),
    done: t(`${to}.done`, { name }),
    changed: useAccountsChanged(),
  }
})

const factorCalls = {
  ask: askFactorReset,
  confirm: confirmFactorReset,
  withdraw: withdrawFactorReset,
} as const

interface FactorResetProps extends DialogProps<[Account]> {
  to: keyof typeof factorCalls
}

/** Requests, confirms or withdraws the removal of an account's second factors. */
export const FactorReset = confirmDialog(({ rows: [{ id, name }], to }: FactorResetProps) => {
  const t = useTexts(words)
  return {
    title: t(`factors.${to}`),
    question: t(`factors.${to}Text`, { name }),
    danger: to === 'confirm',
    call: () => request(factorCalls[to], { operatorId: id }),
    done: t(`factors.${to}Done`, { name }),
    changed: useAccountsChanged(),
  }
})

interface UnlinkIdentityProps extends DialogProps<[Account]> {
  identity: Pick<NonNullable<Account['identities']>[number], 'id' | 'source'>
}

/** Unlinks an identity from an account. The server refuses this if no other way to sign in is left. */
export const UnlinkIdentity = confirmDialog(({ rows: [{ name }], identity }: UnlinkIdentityProps) => {
  const t = useTexts(words)
  const source = identity.source.name
  return {
    title: t('identities.unlinkOne', { source }),
    question: t('identities.unlinkText', { name, source }),
    submit: t('identities.unlink'),
    danger: true,
    call: () => request(unlinkIdentity, { id: identity.id }),
    done: t('identities.unlinked', { source }),
    changed: useAccountsChanged(),
  }
})
