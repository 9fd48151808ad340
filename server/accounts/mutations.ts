import { limits } from '../../contract/limits.ts'
import { AppError, badInput } from '../core/errors.ts'
import { email, optional, text, username } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import { proofOfWorkField } from '../core/proof-of-work/proof-of-work.ts'
import { type CheckedCode, checkCode, spendCode } from './codes.ts'
import { countOwnerChange } from './credentials.ts'
import { accountEvent } from './events.ts'
import { hashPassword, verifyPassword } from './passwords/hash.ts'
import { checkNewPassword, personalWords } from './passwords/rules.ts'
import { maskEmail, masked, maskPhone, phoneField } from './phones/phone.ts'
import { checkOwnPassword, codeField, passwordField } from './proof.ts'
import { sendCode, sendNotice } from './register.ts'
import { findAccount, moveClaim, savePassword, updateAccount } from './store.ts'
import { lockOwn, ofAccount } from './target.ts'
import { Auth, SentCode } from './types.ts'

mutation({
  name: 'updateProfile',
  description:
    "Changes the caller's profile. Omitted fields stay unchanged, and null clears a field. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: [],
  input: {
    nickName: text(limits.name),
    username: optional(username()),
    firstName: optional(text(limits.name)),
    lastName: optional(text(limits.name)),
  },
  returns: Auth,

  /**
   * Changing a username reveals whether it is taken, so each attempt counts against a limit, even if the call
   * fails later.
   */
  async prepare({ context: { db, services }, viewer, input }) {
    if (!input.username) return
    const account = await findAccount(db.query, viewer.accountId)
    if (account?.username?.toLowerCase() === input.username.toLowerCase()) return
    await services.limiter.take(db.query, {
      kind: 'username',
      subject: viewer.accountId,
      max: limits.lookups.perHour,
      window: 3_600,
    })
  },
  target: lockOwn,

  async run({ tx, input, target: account }) {
    const username = input.username === undefined ? account.username : input.username
    if (!username && !account.mobile_phone) throw badInput({ username: ['username.needed'] })
    await moveClaim(tx, account.id, 'username', account.username, username)
    return updateAccount(tx, account.id, {
      name: input.nickName,
      username,
      first_name: input.firstName === undefined ? account.first_name : input.firstName,
      last_name: input.lastName === undefined ? account.last_name : input.lastName,
    })
  },

  audit: ({ target, result }) => ({
    ...ofAccount(target),
    changes: {
      name: [target.name, result.name],
      username: [target.username, result.username],
      firstName: [target.first_name, result.first_name],
      lastName: [target.last_name, result.last_name],
    },
  }),
})

mutation({
  name: 'changePassword',
  description:
    "Changes the caller's password and ends all their other sessions. oldPassword is required if the account has a password and the caller last proved their identity more than 10 minutes ago. In that case, callers with a second factor must call reauthenticate first, because oldPassword does not replace the second factor. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  carriesProof: ({ oldPassword }) => oldPassword != null,
  whileLocked: ['PASSWORD_CHANGE_REQUIRED', 'FACTOR_REQUIRED'],
  input: { password: passwordField(), oldPassword: optional(passwordField()), proof: proofOfWorkField() },
  returns: 'Boolean',

  async prepare({ context, viewer, input }) {
    const account = await checkOwnPassword({ context, viewer, call: 'changePassword' }, 'oldPassword', {
      password: input.oldPassword,
      proof: input.proof,
    })
    const tenants = await context.services.tenantNames(context.db.query, account.id)
    await checkNewPassword('password', input.password, [...personalWords(account), ...tenants])
    // The administrator who reset the password still knows it, so the new password must differ.
    if (account.password_change_required && (await verifyPassword(account.password_hash, input.password))) {
      throw badInput({ password: ['password.same'] })
    }
    return { before: account.password_hash, hashed: await hashPassword(input.password) }
  },
  target: lockOwn,

  async run({ tx, context, viewer, target: account, prepared }) {
    if (account.password_hash !== prepared.before) throw new AppError('CONFLICT')
    await countOwnerChange({ tx, context, viewer })
    await savePassword(tx, account.id, prepared.hashed)
    await context.services.endSessions(tx, account.id, { except: viewer.sessionId })
    await sendNotice(
      { tx, services: context.services, request: context.request },
      account,
      'password.changed',
    )
    return true
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {}, always: true }),
})

mutation({
  name: 'bindMobilePhone',
  description:
    "Sets the caller's phone number. `password` is required in the same cases as oldPassword of changePassword. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  carriesProof: ({ password }) => password != null,
  input: {
    mobilePhone: phoneField(),
    mobilePhoneCode: codeField(),
    password: optional(passwordField()),
    proof: proofOfWorkField(),
  },
  returns: Auth,

  async prepare({ context, viewer, input }): Promise<CheckedCode> {
    await checkOwnPassword({ context, viewer, call: 'bindMobilePhone' }, 'password', input)
    const { mobilePhone: target, mobilePhoneCode: code } = input
    return checkCode(context.db.query, { target, purpose: 'bind', code, field: 'mobilePhoneCode' })
  },
  target: lockOwn,

  async run({ tx, context, viewer, input, target: account, prepared }) {
    await spendCode(tx, prepared, 'mobilePhoneCode')
    if (account.mobile_phone === input.mobilePhone) return account
    await countOwnerChange({ tx, context, viewer })
    await moveClaim(tx, account.id, 'mobile_phone', account.mobile_phone, input.mobilePhone)
    await sendNotice({ tx, services: context.services, request: context.request }, account, 'phone.changed')
    return updateAccount(tx, account.id, { mobile_phone: input.mobilePhone })
  },

  audit: ({ target, result }) => ({
    ...ofAccount(target),
    changes: {
      mobilePhone: [masked(target.mobile_phone, maskPhone), masked(result.mobile_phone, maskPhone)],
    },
    always: target.mobile_phone !== result.mobile_phone,
  }),
  event: ({ target, result }) =>
    target.mobile_phone === result.mobile_phone
      ? null
      : accountEvent('account.contactChanged', result.id, { changed: ['mobilePhone'] }),
})

mutation({
  name: 'bindEmail',
  description:
    "Sets the caller's email address. `password` is required in the same cases as oldPassword of changePassword. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  carriesProof: ({ password }) => password != null,
  input: {
    email: email(),
    emailCode: codeField(),
    password: optional(passwordField()),
    proof: proofOfWorkField(),
  },
  returns: Auth,

  async prepare({ context, viewer, input }): Promise<CheckedCode> {
    await checkOwnPassword({ context, viewer, call: 'bindEmail' }, 'password', input)
    const target = input.email.toLowerCase()
    return checkCode(context.db.query, { target, purpose: 'bind', code: input.emailCode, field: 'emailCode' })
  },
  target: lockOwn,

  async run({ tx, context, viewer, input, target: account, prepared }) {
    await spendCode(tx, prepared, 'emailCode')
    if (account.email === input.email && account.email_verified) return account
    await countOwnerChange({ tx, context, viewer })
    await moveClaim(tx, account.id, 'email', account.email, input.email)
    await sendNotice({ tx, services: context.services, request: context.request }, account, 'email.changed')
    return updateAccount(tx, account.id, { email: input.email, email_verified: true })
  },

  audit: ({ target, result }) => ({
    ...ofAccount(target),
    changes: { email: [masked(target.email, maskEmail), masked(result.email, maskEmail)] },
    always: target.email !== result.email,
  }),
  event: ({ target, result }) =>
    target.email === result.email && target.email_verified
      ? null
      : accountEvent('account.contactChanged', result.id, { changed: ['email'] }),
})

mutation({
  name: 'sendEmailCode',
  description: 'Sends a verification code for bindEmail to the email address. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: [],
  input: { email: email(), proof: proofOfWorkField() },
  returns: SentCode,
  target: lockOwn,

  async run({ tx, context: { services, request }, input, target: account }) {
    await services.limiter.take(tx, {
      kind: 'code.account',
      subject: account.id,
      max: limits.codesPerAccount.perHour,
      window: 3_600,
    })
    // The code is sent even if the email address belongs to another account. Only the owner of the address
    // can read the code, so sending it reveals nothing to the caller.
    const target = input.email.toLowerCase()
    const { proof } = input
    await sendCode({ tx, services, request, channel: 'mail', target, purpose: 'bind', account, proof })
    return { expiresIn: limits.code.lifetime, resendAfter: limits.code.resendAfter }
  },

  audit: ({ target }) => ({ ...ofAccount(target), changes: {} }),
})
