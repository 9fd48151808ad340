import type { Effect } from '../../contract/effects.ts'
import { limits } from '../../contract/limits.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, listOf, opaque, optional, text } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import type { Viewer } from '../core/viewer.ts'
import { endSession, lockSession } from '../sessions/store.ts'
import { countStaffChange, permitCredentials } from './credentials.ts'
import { accountEvent } from './events.ts'
import { hashPassword } from './passwords/hash.ts'
import { checkNewPassword, personalWords } from './passwords/rules.ts'
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

const access = 'admin; account_management, except for accounts with permissions that the caller lacks'

/**
 * Staff can change their own phone and password with these mutations too. They must then prove their
 * identity, as on the page for their own account.
 */
const requiredEffects = ({ viewer, target }: { viewer: Viewer; target: AccountRow }): readonly Effect[] =>
  target.id === viewer.accountId ? ['OWN_CREDENTIALS'] : ['CREDENTIALS']

const changesPhone = (call: { input: { mobilePhone?: string | null | undefined }; target: AccountRow }) =>
  call.input.mobilePhone != null && call.input.mobilePhone !== call.target.mobile_phone

mutation({
  name: 'updateOperator',
  description: `Changes the nickname or phone number of an account. Omitted and null arguments stay unchanged. If the phone number changes, a notice is sent to the previous one. Access: ${access}.`,
  can: ['ACCOUNT_READ', 'ACCOUNT_MANAGE'],
  input: { id: id(), mobilePhone: optional(phoneField()), nickName: optional(text(limits.name)) },
  returns: Operator,
  target: (tx, input, viewer) => lockTarget(tx, input.id, viewer),
  effects: (call) => (changesPhone(call) ? requiredEffects(call) : []),
  async permit(call) {
    if (changesPhone(call)) await permitCredentials(call)
  },

  async run({ tx, context, viewer, input, target: account }) {
    const { services, request } = context
    const name = input.nickName ?? account.name
    const mobilePhone = input.mobilePhone ?? account.mobile_phone
    if (mobilePhone !== account.mobile_phone) {
      await countStaffChange({ tx, context, viewer }, account)
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
    // Two phone numbers can have the same masked form. Comparing the full numbers ensures that such a change
    // is audited too.
    always: target.mobile_phone !== result.mobile_phone,
  }),
  event: ({ target, result }) =>
    target.mobile_phone === result.mobile_phone
      ? null
      : accountEvent('account.contactChanged', result.id, { changed: ['mobilePhone'] }),
})

mutation({
  name: 'resetPasswordByAdmin',
  description:
    'Sets a new password for an account, ends all its sessions and notifies its user, who must change the password at the next sign-in. Access: admin; account_management and security_management, except for accounts with permissions that the caller lacks.',
  can: ['ACCOUNT_READ', 'ACCOUNT_RESET'],
  effects: requiredEffects,
  input: { operatorId: id(), password: opaque(1_024) },
  returns: 'Boolean',

  /**
   * Returns null if the viewer is not permitted. `permit` rejects such a call later, when the account is
   * locked. The password must not be checked before that, because the error would reveal whether the password
   * contains a name of the account's owner or organizations.
   */
  async prepare({ context, viewer, input }) {
    const account = isId(input.operatorId) && (await findAccount(context.db.query, input.operatorId))
    if (!account || !mayReset(viewer, account)) return null
    const tenants = await context.services.tenantNames(context.db.query, account.id)
    await checkNewPassword('password', input.password, [...personalWords(account), ...tenants])
    return hashPassword(input.password)
  },
  target: (tx, input, viewer) => lockTarget(tx, input.operatorId, viewer),
  permit: permitCredentials,

  async run({ tx, context, viewer, target: account, prepared }) {
    const { services, request } = context
    await countStaffChange({ tx, context, viewer }, account)
    // The viewer got the permission after `prepare`, which therefore did not check the password. The caller
    // can repeat the call.
    if (prepared === null) throw new AppError('CONFLICT')
    await savePassword(tx, account.id, prepared, {
      changeRequired: true,
      staff: account.id !== viewer.accountId,
    })
    await services.endSessions(tx, account.id, { reason: 'PASSWORD_RESET' })
    // Failed sign-ins with the old password no longer count towards the lockout.
    await services.clearFailedSignIns(tx, account.id, request)
    await sendNotice({ tx, services, request }, account, 'password.resetByAdmin')
    await services.sendMessage(tx, { accountId: account.id, template: 'account.passwordReset', params: {} })
    return true
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {}, always: true }),
})

mutation({
  name: 'saveAuthCodeByOperator',
  description:
    'Replaces the platform-wide permission codes of an account and notifies its user. Access: admin.',
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
  description: `Ends one session of an account, or all of its sessions if id is omitted. The caller's current session is never ended. Access: ${access}; security_management for any account.`,
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
