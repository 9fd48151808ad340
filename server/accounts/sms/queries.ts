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
    'SENT: a provider accepted the SMS. REFUSED: it was rejected, and another attempt would not help. UNANSWERED: the provider did not respond, so the SMS may have been sent. EXPIRED: its content became obsolete before it could be sent. EXHAUSTED: all attempts failed.',
  values: smsStatuses,
})

const SmsReceipt = builder.enumType('SmsReceipt', {
  description: 'Delivery receipt of an SMS that was sent. UNDELIVERED: delivery has failed permanently.',
  values: smsReceipts,
})

const Sms = builder.objectRef<SmsRow>('Sms').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    dateTime: t.expose('ended_at', { type: 'DateTime' }),
    mobilePhone: t.string({
      nullable: true,
      description: "Masked phone number; null if the recipient's account has been erased",
      resolve: ({ phone }) => phone && maskPhone(phone),
    }),
    template: t.exposeString('template', {
      description:
        'Name of the message template: `code` for verification codes, otherwise the name of the notification',
    }),
    provider: t.exposeString('provider', {
      nullable: true,
      description:
        'Provider that accepted the SMS: aliyun, tencent, https, file or log; null if no provider accepted it',
    }),
    status: t.field({ type: SmsStatus, resolve: ({ status }) => status as Status }),
    receipt: t.field({
      type: SmsReceipt,
      nullable: true,
      description: 'Delivery receipt; null if none has arrived. Only aliyun and tencent provide receipts.',
      resolve: ({ receipt }) => receipt as ReceiptStatus | null,
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: "Why the SMS was not sent or delivered, for example the provider's error message",
    }),
  }),
})

query({
  name: 'querySms',
  description:
    'Returns SMS of the last 90 days, newest first. mobilePhone must match exactly. Access: admin, security_management.',
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
    failed: t.exposeInt('failed', { description: 'Number of SMS with a status other than SENT' }),
    limited: t.exposeInt('limited', {
      description: 'Number of verification codes that were not sent because the SMS budget was exhausted',
    }),
    received: t.exposeInt('received', {
      description: 'Number of SMS sent in this interval for which the provider reported successful delivery',
    }),
    undelivered: t.exposeInt('undelivered', {
      description: 'Number of SMS sent in this interval for which the provider reported failed delivery',
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
  description:
    'An SMS limit of this deployment. Its time window starts with the first SMS that is sent in it.',
  fields: (t) => ({
    window: t.string({
      description: 'Length of the time window: hour or day',
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
      description: 'Configured SMS limits and their current use',
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
      description: 'SMS providers used in the last 30 days, most used first',
      resolve: (_figures, _args, { db }) => readSmsProviders(db.query),
    }),
  }),
})

query({
  name: 'getSmsFigures',
  description:
    'Returns the number of SMS in each interval between two successive `instants`, and the current use of the SMS limits. `instants` must be in ascending order. Counts are stored per full hour, for 90 days. Access: same as querySms.',
  can: 'SMS_READ',
  input: { instants: listOf(instant(), 33) },
  returns: SmsFigures,
  async run({ input: { instants } }) {
    if (instants.some((at, index) => index > 0 && at <= required(instants[index - 1], 'item of instants')))
      throw badInput({ instants: ['field.invalid'] })
    return { instants }
  },
})
