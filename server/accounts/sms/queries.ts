import { required } from '../../../contract/required.ts'
import { builder } from '../../core/builder.ts'
import { badInput } from '../../core/errors.ts'
import { instant, listOf, oneOf, opaque, optional } from '../../core/input.ts'
import { pageOf } from '../../core/lists/page-type.ts'
import { query } from '../../core/operation.ts'
import { paging } from '../../core/page.ts'
import {
  listSms,
  type SmsPeriod as Period,
  type SmsReceipt as ReceiptStatus,
  readSmsPeriods,
  readSmsProviders,
  type SmsOfProvider,
  type SmsRow,
  type SmsStatus as Status,
  smsReceipts,
  smsStatuses,
} from '../../notifications/sms.store.ts'
import { maskPhone, phoneField } from '../phones/phone.ts'

const SmsStatus = builder.enumType('SmsStatus', {
  description:
    'SENT: a provider accepted the SMS. REFUSED: no provider will accept it. UNANSWERED: it may have been sent. EXPIRED: it was not sent before it became obsolete. EXHAUSTED: all attempts failed.',
  values: smsStatuses,
})

const SmsReceipt = builder.enumType('SmsReceipt', {
  description: 'Delivery receipt of a sent SMS: it was delivered, or it never will be',
  values: smsReceipts,
})

const Sms = builder.objectRef<SmsRow>('Sms').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    dateTime: t.expose('ended_at', { type: 'DateTime' }),
    mobilePhone: t.string({
      nullable: true,
      description: 'Masked phone number, or null after the account was erased',
      resolve: ({ phone }) => phone && maskPhone(phone),
    }),
    template: t.exposeString('template', {
      description:
        'Name of the template: code for verification codes, otherwise the name of the notification',
    }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'Provider that accepted the SMS: aliyun, tencent, https, file or log; null if none did',
    }),
    status: t.field({ type: SmsStatus, resolve: ({ status }) => status as Status }),
    receipt: t.field({
      type: SmsReceipt,
      nullable: true,
      description: 'Delivery receipt; null if there is none yet. Only aliyun and tencent provide receipts.',
      resolve: ({ receipt }) => receipt as ReceiptStatus | null,
    }),
    reason: t.exposeString('reason', { nullable: true, description: "The provider's error text" }),
  }),
})

query({
  name: 'querySms',
  description:
    'SMS of the last 90 days, newest first. mobilePhone must match exactly. Access: admin, security_management.',
  can: 'SMS_READ',
  input: {
    ...paging,
    mobilePhone: optional(phoneField()),
    template: optional(opaque(64)),
    provider: optional(opaque(64)),
    status: optional(oneOf(SmsStatus, smsStatuses)),
    receipt: optional(oneOf(SmsReceipt, smsReceipts)),
    minDateTime: optional(instant()),
    maxDateTime: optional(instant()),
  },
  returns: pageOf(Sms, 'SmsPage'),
  run: ({ context, input }) => listSms(context.db.query, input),
})

const SmsPeriod = builder.objectRef<Period>('SmsPeriod').implement({
  fields: (t) => ({
    fromDateTime: t.expose('from', { type: 'DateTime' }),
    toDateTime: t.expose('to', { type: 'DateTime' }),
    sent: t.exposeInt('sent'),
    failed: t.exposeInt('failed', { description: 'SMS that failed permanently or got no response' }),
    limited: t.exposeInt('limited', {
      description: 'Codes that were not sent because the budget was exhausted',
    }),
    received: t.exposeInt('received', {
      description: 'SMS sent in the period, as far as providers report receipts',
    }),
    undelivered: t.exposeInt('undelivered', {
      description: 'SMS sent in the period, as far as providers report receipts',
    }),
  }),
})

const SmsProvider = builder.objectRef<SmsOfProvider>('SmsProvider').implement({
  fields: (t) => ({
    name: t.exposeString('provider'),
    sent: t.exposeInt('sent'),
    failed: t.exposeInt('failed'),
    received: t.exposeInt('received'),
    undelivered: t.exposeInt('undelivered'),
  }),
})

interface Budget {
  kind: string
  used: number
  max: number
}

const SmsBudget = builder.objectRef<Budget>('SmsBudget').implement({
  description: 'SMS of the deployment in a window that starts with its first SMS',
  fields: (t) => ({
    window: t.string({
      description: 'Time window of the limit: hour or day',
      resolve: ({ kind }) => kind.replace('sms.', ''),
    }),
    used: t.exposeInt('used'),
    max: t.exposeInt('max'),
  }),
})

interface Report {
  instants: readonly Date[]
}

const SmsFigures = builder.objectRef<Report>('SmsFigures').implement({
  fields: (t) => ({
    budgets: t.field({
      type: [SmsBudget],
      description: 'Configured budgets',
      async resolve(_figures, _args, { db, services }) {
        const { limits } = services.smsBudget
        const used = await services.limiter.used(db.query, limits)
        return limits.map(({ kind, max }, index) => ({
          kind,
          max,
          used: Math.min(required(used[index], 'item of used'), max),
        }))
      },
    }),
    periods: t.field({
      type: [SmsPeriod],
      resolve: ({ instants }, _args, { db }) => readSmsPeriods(db.query, instants),
    }),
    providers: t.field({
      type: [SmsProvider],
      description: 'Providers of the last 30 days, the most used first',
      resolve: (_figures, _args, { db }) => readSmsProviders(db.query),
    }),
  }),
})

query({
  name: 'getSmsFigures',
  description:
    'Number of SMS between each two consecutive instants, and the use of the budgets. The instants must be in ascending order, at full hours and within 90 days. Access: the same as querySms.',
  can: 'SMS_READ',
  input: { instants: listOf(instant(), 33) },
  returns: SmsFigures,
  async run({ input: { instants } }) {
    if (instants.some((at, index) => index > 0 && at <= required(instants[index - 1], 'item of instants')))
      throw badInput({ instants: ['field.invalid'] })
    return { instants }
  },
})
