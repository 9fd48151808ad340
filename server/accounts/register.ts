import * as v from 'valibot'
import { messageText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { recordAudit } from '../core/audit.ts'
import { AppError, badInput } from '../core/errors.ts'
import { newId, noTenant } from '../core/id.ts'
import { runOnce } from '../core/idempotency/idempotent-request.ts'
import { checkInput, encodeMessage, opaqueSchema, textSchema, usernameSchema } from '../core/input.ts'
import type { Limit } from '../core/limit.ts'
import { defaults } from '../core/process/defaults.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { storeAgreement } from './agreements/store.ts'
import type { AccountCalls } from './calls.ts'
import { checkCode, issueCode, type Purpose, purposes, spendCode } from './codes.ts'
import { hashPassword } from './passwords/hash.ts'
import { checkPasswordShape, personalWords } from './passwords/rules.ts'
import { checkPasswordWithCode } from './passwords/with-code.ts'
import { phoneSchema, phoneSpellings } from './phones/phone.ts'
import {
  type AccountRow,
  findByClaim,
  findByLoginId,
  insertAccount,
  lockAccount,
  savePassword,
} from './store.ts'

const codeSchema = opaqueSchema(64)
/**
 * Accepts passwords that are longer than the rules allow, so that the error names the violated rule. The
 * length is still limited, because the server hashes every password that it receives.
 */
const passwordSchema = opaqueSchema(1_024)

const codeRequest = v.object({
  mobilePhone: phoneSchema,
  purpose: v.optional(v.picklist(purposes, encodeMessage('field.invalid'))),
  proof: v.nullish(opaqueSchema(limits.proofOfWork.answer)),
})

/**
 * POST /RegisterCode. The response, the rate limits and the proof of work do not reveal whether the phone has
 * an account. Only a code for `confirm` depends on the account, because it is sent only to the caller's own
 * phone. Throws UNAUTHENTICATED if `confirm` is requested without a session, RATE_LIMITED or PROOF_REQUIRED.
 */
export async function requestCode(
  { db, services }: AccountCalls,
  input: unknown,
  request: RequestInfo,
  loadViewer: () => Promise<Viewer | null>,
): Promise<{ expiresIn: number; resendAfter: number }> {
  const { mobilePhone, purpose, proof } = checkInput(codeRequest, input)
  if (purpose === 'register') assertRegistrationOpen()
  const account = await findByClaim(db.query, 'mobile_phone', mobilePhone)
  if (purpose === 'confirm') {
    const viewer = await loadViewer()
    if (!viewer) throw new AppError('UNAUTHENTICATED')
    if (account?.id !== viewer.accountId) throw badInput({ mobilePhone: ['phone.notOwn'] })
  }
  const delivery = db.transaction((tx) =>
    runOnce(request.idempotent, tx, async () => {
      await sendCode({
        tx,
        services,
        request,
        channel: 'sms',
        target: mobilePhone,
        purpose: purpose ?? 'any',
        account,
        proof,
      })
      return { expiresIn: limits.code.lifetime, resendAfter: limits.code.resendAfter }
    }),
  )
  return delivery.catch(async (error) => {
    await services.smsBudget.refused(error)
    throw error
  })
}

interface CodeDelivery {
  tx: Tx
  services: AccountCalls['services']
  request: RequestInfo
  channel: 'sms' | 'mail'
  /** Phone (E.164) or email address that receives the code. */
  target: string
  purpose: Purpose | 'any'
  /**
   * The account that has this phone or email address, if any. Requests from the account's known networks and
   * browsers have a higher daily limit.
   */
  account: AccountRow | undefined
  /** The proof of work, if one was required. */
  proof: string | null | undefined
}

/**
 * Counts the request, creates a code and queues it for delivery. Throws RATE_LIMITED or PROOF_REQUIRED
 * without counting the request.
 */
export async function sendCode(delivery: CodeDelivery): Promise<void> {
  const { tx, services, request, channel, target, purpose, proof } = delivery
  const { limiter } = services
  const { codesPerNetwork, codesPerPhone, code: rule } = limits
  const known = await services.isFamiliar(tx, delivery.account?.id ?? noTenant, request)
  const network = { subject: request.network, perNetwork: true }
  const perTarget = known ? codesPerPhone.perDay : codesPerPhone.forStrangers
  const counted: Limit[] = [
    { kind: 'code.hour', ...network, max: codesPerNetwork.perHour, window: 3_600 },
    { kind: 'code.day', ...network, max: codesPerNetwork.perDay, window: 86_400 },
    { kind: 'code.target', subject: target, max: perTarget, window: 86_400 },
    // All requests for codes in the deployment update these rows. They are updated last, so that their locks
    // are held only briefly.
    ...(channel === 'sms' ? services.smsBudget.limits : []),
  ]
  await limiter.take(tx, { kind: 'code.resend', subject: target, max: 1, window: rule.resendAfter })
  await services.proofOfWork.collect(tx, { call: `code-${channel}`, about: target, proof }, counted, (paid) =>
    limiter.take(tx, ...counted.map((limit) => ({ ...limit, paid }))),
  )
  const code = await issueCode(tx, target, purpose)
  await services.outbox.send(tx, {
    channel,
    to: target,
    template: 'code',
    params: { code, purpose },
    locale: request.locale,
  })
}

const loginIdRequest = v.object({ loginId: opaqueSchema(limits.username.max * 2) })

/**
 * POST /CheckLoginId. Returns whether a login ID is available. The endpoint reveals which login IDs are
 * taken, so calls are limited per network.
 */
export async function checkLoginId(
  { db, services }: AccountCalls,
  input: unknown,
  request: RequestInfo,
): Promise<{ available: boolean }> {
  const { loginId } = checkInput(loginIdRequest, input)
  await services.limiter.take(db.query, {
    kind: 'loginId',
    subject: request.network,
    max: limits.lookups.perHour,
    window: 3_600,
    perNetwork: true,
  })
  return { available: !(await findByLoginId(db.query, loginId)) }
}

const registrationRequest = v.object({
  mobilePhone: phoneSchema,
  mobilePhoneCode: codeSchema,
  password: passwordSchema,
  nickName: v.nullish(textSchema(limits.name)),
  username: v.nullish(usernameSchema),
  termsVersion: v.nullish(opaqueSchema(32)),
})

/** Throws FORBIDDEN if self-registration is disabled. */
function assertRegistrationOpen(): void {
  if (!defaults.selfRegistration) throw new AppError('FORBIDDEN', { message: ['register.closed'] })
}

/**
 * POST /Register. Throws CONFLICT if the phone already has an account, but only after the code has been
 * verified.
 */
export async function register(
  { db, services }: AccountCalls,
  input: unknown,
  request: RequestInfo,
): Promise<{ id: string }> {
  assertRegistrationOpen()
  const { mobilePhone, mobilePhoneCode, password, nickName, username, termsVersion } = checkInput(
    registrationRequest,
    input,
  )
  checkPasswordShape('password', password)
  const field = 'mobilePhoneCode'
  const code = await checkCode(db.query, {
    target: mobilePhone,
    purpose: 'register',
    code: mobilePhoneCode,
    field,
  })
  const own = [nickName, username, ...phoneSpellings(mobilePhone)]
  await checkPasswordWithCode({ db, services, request }, code, { password, own })
  const passwordHash = await hashPassword(password)
  const id = newId()
  const name =
    nickName ?? messageText('account.defaultName', request.locale, { digits: mobilePhone.slice(-4) })
  return db.transaction((tx) =>
    runOnce(request.idempotent, tx, async () => {
      await spendCode(tx, code, field)
      await insertAccount(tx, { id, name, mobilePhone, username: username ?? null, passwordHash })
      await services.openPersonalTenant(tx, { id, name })
      await recordAudit(tx, {
        tenantId: id,
        actorId: id,
        action: 'Register',
        targetType: 'account',
        targetId: id,
        ip: request.ip,
        success: true,
        changes: { name: [null, name], username: [null, username ?? null] },
      })
      await storeAgreement(tx, services.terms, { accountId: id, version: termsVersion, ip: request.ip })
      return { id }
    }),
  )
}

const resetRequest = v.object({
  mobilePhone: phoneSchema,
  mobilePhoneCode: codeSchema,
  password: passwordSchema,
})

/** POST /ResetPassword. Ends every session of the account and notifies its owner. */
export async function resetPassword(
  { db, services }: AccountCalls,
  input: unknown,
  request: RequestInfo,
): Promise<void> {
  const { mobilePhone, mobilePhoneCode, password } = checkInput(resetRequest, input)
  checkPasswordShape('password', password)
  const field = 'mobilePhoneCode'
  const code = await checkCode(db.query, {
    target: mobilePhone,
    purpose: 'reset',
    code: mobilePhoneCode,
    field,
  })
  const account = await findByClaim(db.query, 'mobile_phone', mobilePhone)
  // The verified code proves that the caller owns the phone. It is therefore safe to reveal that the phone
  // has no account.
  if (!account?.enabled) throw badInput({ mobilePhone: ['phone.unknown'] })
  const tenants = await services.tenantNames(db.query, account.id)
  await checkPasswordWithCode({ db, services, request }, code, {
    password,
    own: [...personalWords(account), ...tenants],
  })
  const passwordHash = await hashPassword(password)
  await db.transaction((tx) =>
    runOnce(request.idempotent, tx, async () => {
      const locked = await lockAccount(tx, account.id)
      // The phone might have moved to another account since the code was checked. In that case the code must
      // not reset the password of this account.
      if (locked?.mobile_phone !== mobilePhone) throw badInput({ [field]: ['code.wrong'] })
      await spendCode(tx, code, field)
      await savePassword(tx, account.id, passwordHash)
      await services.endSessions(tx, account.id)
      await services.clearFailedSignIns(tx, account.id, request)
      await sendNotice({ tx, services, request }, locked, 'password.reset')
      await recordAudit(tx, {
        tenantId: account.id,
        actorId: account.id,
        action: 'ResetPassword',
        targetType: 'account',
        targetId: account.id,
        ip: request.ip,
        success: true,
      })
    }),
  )
}

type Notice =
  | 'password.changed'
  | 'password.reset'
  | 'password.resetByAdmin'
  | 'account.disabled'
  | 'account.closing'
  | 'account.closed'
  | 'account.takenBack'
  | 'factor.added'
  | 'factor.removed'
  | 'identity.linked'
  | 'identity.unlinked'
  | 'factor.recovered'
  | 'factor.resetComing'
  | 'data.ready'
  | 'admin.appointed'
  | 'admin.dismissed'
  | 'phone.changed'
  | 'email.changed'

/** Sends a notice to the phone and email address that the account had before the change. */
export async function sendNotice(
  {
    tx,
    services,
    request,
  }: { tx: Tx; services: AccountCalls['services']; request: Pick<RequestInfo, 'locale'> },
  before: AccountRow,
  template: Notice,
): Promise<void> {
  const message = { template, params: {}, locale: request.locale }
  if (before.mobile_phone)
    await services.outbox.send(tx, { ...message, channel: 'sms', to: before.mobile_phone })
  if (before.email && before.email_verified) {
    await services.outbox.send(tx, { ...message, channel: 'mail', to: before.email })
  }
}

export async function notifyClosureCanceled(
  context: { tx: Tx; services: AccountCalls['services']; request: RequestInfo },
  account: AccountRow,
): Promise<void> {
  const { tx, services } = context
  await services.sendMessage(tx, { accountId: account.id, template: 'account.takenBack', params: {} })
  await sendNotice(context, account, 'account.takenBack')
}
