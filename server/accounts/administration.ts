import type { Effect } from '../../contract/effects.ts'
import { limits } from '../../contract/limits.ts'
import { AppError, badInput } from '../core/errors.ts'
import { accountEvent } from '../core/events/emit.ts'
import { isId } from '../core/id.ts'
import { id, listOf, opaque, optional, text } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import { endSession, lockSession } from '../sessions/store.ts'
import { admitStaff, permitCredentials } from './credentials.ts'
import { hashPassword } from './passwords/hash.ts'
import { checkNewPassword, ownWords } from './passwords/rules.ts'
import { masked, maskPhone, phoneField } from './phones/phone.ts'
import { sendNotice } from './register.ts'
import {
  type AccountRow,
  findAccount,
  findPlatformCodes,
  moveClaim,
  saveAuthCodes,
  savePassword,
  setByStaff,
  updateAccount,
} from './store.ts'
import { lockTarget, mayReset, ofAccount } from './target.ts'
import { Operator } from './types.ts'

const who = 'admin; account_management, never on an account that holds what the caller lacks'

/** Staff who set their own phone or password prove as much as on the page of their account. */
const credentialsOf = ({ viewer, target }: { viewer: Viewer; target: AccountRow }): readonly Effect[] =>
  target.id === viewer.accountId ? ['OWN_CREDENTIALS'] : ['CREDENTIALS']

const givesPhone = (call: { input: { mobilePhone?: string | null | undefined }; target: AccountRow }) =>
  call.input.mobilePhone != null && call.input.mobilePhone !== call.target.mobile_phone

mutation({
  name: 'updateOperator',
  description: `omitted or null: unchanged. The phone that it had is told of another. who: ${who}`,
  can: ['ACCOUNT_READ', 'ACCOUNT_MANAGE'],
  input: { id: id(), mobilePhone: optional(phoneField()), nickName: optional(text(limits.name)) },
  returns: Operator,
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),
  effects: (call) => (givesPhone(call) ? credentialsOf(call) : []),
  async permit(call) {
    if (givesPhone(call)) await permitCredentials(call)
  },

  async run({ tx, context, viewer, input, target: account }) {
    const { services, request } = context
    const name = input.nickName ?? account.name
    const mobilePhone = input.mobilePhone ?? account.mobile_phone
    if (mobilePhone !== account.mobile_phone) {
      await admitStaff({ tx, context, viewer }, account)
      await moveClaim(tx, account.id, 'mobile_phone', account.mobile_phone, mobilePhone)
      await sendNotice({ tx, services, request }, account, 'phone.changed')
    } else if (name === account.name) return account
    const staff = mobilePhone !== account.mobile_phone && account.id !== viewer.accountId
    return updateAccount(tx, account.id, {
      ...{ name, mobile_phone: mobilePhone },
      ...(staff && setByStaff),
    })
  },

  audit: ({ target, result }) => ({
    ...ofAccount(target),
    changes: {
      name: [target.name, result.name],
      mobilePhone: [masked(target.mobile_phone, maskPhone), masked(result.mobile_phone, maskPhone)],
    },
    // Two phones can be the same once they are masked.
    always: target.mobile_phone !== result.mobile_phone,
  }),
  event: ({ target, result }) =>
    target.mobile_phone === result.mobile_phone
      ? null
      : accountEvent('account.contactChanged', result.id, { changed: ['mobilePhone'] }),
})

mutation({
  name: 'resetPasswordByAdmin',
  description: `ends every session of the account and tells its owner; it must change the password at its next sign-in. who: admin; account_management, security_management, never on an account that holds what the caller lacks`,
  can: ['ACCOUNT_READ', 'ACCOUNT_RESET'],
  effects: credentialsOf,
  input: { operatorId: id(), password: opaque(1_024) },
  returns: 'Boolean',

  /** null: refused later, behind the lock, so that the password's rules give away no account's names. */
  async prepare({ context, viewer, input }) {
    const account = isId(input.operatorId) && (await findAccount(context.db.query, input.operatorId))
    if (!account || !mayReset(viewer, account)) return null
    const tenants = await context.services.tenantNames(context.db.query, account.id)
    await checkNewPassword('password', input.password, [...ownWords(account), ...tenants])
    return hashPassword(input.password)
  },
  target: (tx, input, viewer) => lockTarget(tx, input.operatorId, viewer),
  permit: permitCredentials,

  async run({ tx, context, viewer, target: account, prepared }) {
    const { services, request } = context
    await admitStaff({ tx, context, viewer }, account)
    // What the caller may has changed since it was prepared.
    if (prepared === null) throw new AppError('CONFLICT')
    await savePassword(tx, account.id, prepared, {
      changeRequired: true,
      staff: account.id !== viewer.accountId,
    })
    await services.endSessions(tx, account.id, { reason: 'PASSWORD_RESET' })
    // The wrong tries were at a password that is no more.
    await services.forgiveSignIns(tx, account.id, request)
    await sendNotice({ tx, services, request }, account, 'password.resetByAdmin')
    await services.sendMessage(tx, { accountId: account.id, template: 'account.passwordReset', params: {} })
    return true
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {}, always: true }),
})

mutation({
  name: 'saveAuthCodeByOperator',
  description: 'replaces the platform-wide codes and tells the account. who: admin',
  can: 'ACCOUNT_GRANT',
  effects: ['PLATFORM_PERMISSIONS'],
  input: { operatorId: id(), codes: listOf(opaque(64), 100) },
  returns: Operator,
  target: (tx, input, viewer) => lockTarget(tx, input.operatorId, viewer),

  async run({ tx, context: { services }, input, target: account }) {
    const catalogue = await findPlatformCodes(tx)
    if (!input.codes.every((code) => catalogue.includes(code)))
      throw badInput({ codes: ['authCode.unknown'] })
    const codes = catalogue.filter((code) => input.codes.includes(code))
    const held = account.auth_codes
    if (codes.length === held.length && codes.every((code) => held.includes(code))) return account
    await services.sendMessage(tx, { accountId: account.id, template: 'account.authCodes', params: {} })
    return saveAuthCodes(tx, account, codes)
  },

  audit: ({ target, result }) => ({
    ...ofAccount(target),
    changes: { authCodes: [target.auth_codes, result.auth_codes] },
  }),
})

mutation({
  name: 'revokeOperatorSessions',
  description: `one session of the account; without id every one, of one's own account but this one. who: ${who}; security_management, on any`,
  can: ['ACCOUNT_READ', 'ACCOUNT_SESSIONS_END'],
  effects: [],
  input: { operatorId: id(), id: optional(id()) },
  returns: 'Boolean',

  async target(tx, input, viewer): Promise<Target<{ account: AccountRow; sessionId: string | null }> | null> {
    const target = await lockTarget(tx, input.operatorId, viewer)
    if (!target) return null
    const { row: account, relations } = target
    if (input.id == null) return { row: { account, sessionId: null }, relations }
    const session = isId(input.id) ? await lockSession(tx, account.id, input.id) : undefined
    return session ? { row: { account, sessionId: session.id }, relations } : null
  },

  async run({ tx, context: { services }, viewer, target: { account, sessionId } }) {
    const reason = 'SESSION_ENDED'
    if (sessionId) await endSession(tx, account.id, sessionId, reason)
    else await services.endSessions(tx, account.id, { except: viewer.sessionId, reason })
    return true
  },

  audit: ({ target: { account, sessionId } }) => ({
    ...ofAccount(account),
    changes: { session: [sessionId, null] },
    always: true,
  }),
})
