import { required } from '../../../contract/required.ts'
import { builder } from '../../core/builder.ts'
import { badInput } from '../../core/errors.ts'
import { instant, listOf, oneOf, opaque, optional } from '../../core/input.ts'
import { query } from '../../core/operation.ts'
import { pageOf, paging } from '../../core/page.ts'
import {
  type SmsReceipt as Became,
  listSms,
  type SmsPeriod as Period,
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
    'SENT: a provider took it. REFUSED: none ever will. UNANSWERED: it may have been sent. EXPIRED: nobody needs it any more. EXHAUSTED: tried as often as it is',
  values: smsStatuses,
})

const SmsReceipt = builder.enumType('SmsReceipt', {
  description: 'What became of an SMS that was sent, as its provider says: it arrived, or it never will',
  values: smsReceipts,
})

const Sms = builder.objectRef<SmsRow>('Sms').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    dateTime: t.expose('ended_at', { type: 'DateTime' }),
    mobilePhone: t.string({
      nullable: true,
      description: 'masked; null once its account is erased',
      resolve: ({ phone }) => phone && maskPhone(phone),
    }),
    template: t.exposeString('template', { description: 'code, or which notice it was' }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'aliyun, tencent, https, file or log; null where nobody took it',
    }),
    status: t.field({ type: SmsStatus, resolve: ({ status }) => status as Status }),
    receipt: t.field({
      type: SmsReceipt,
      nullable: true,
      description: 'null as long as nothing is known; only aliyun and tencent tell',
      resolve: ({ receipt }) => receipt as Became | null,
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'in the words of the provider' }),
  }),
})

query({
  name: 'querySms',
  description: 'SMS of the last 90 days, newest first; mobilePhone: exactly. who: admin, security_management',
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
    failed: t.exposeInt('failed', { description: 'given up, or unanswered' }),
    limited: t.exposeInt('limited', { description: 'codes that the budget left none for' }),
    received: t.exposeInt('received', { description: 'of those sent in it, as far as providers tell' }),
    undelivered: t.exposeInt('undelivered', { description: 'of those sent in it, as far as providers tell' }),
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
  description: 'What the deployment sends in a window that begins with its first SMS',
  fields: (t) => ({
    window: t.string({ description: 'hour or day', resolve: ({ kind }) => kind.replace('sms.', '') }),
    used: t.exposeInt('used'),
    max: t.exposeInt('max'),
  }),
})

interface Figures {
  instants: readonly Date[]
}

const SmsFigures = builder.objectRef<Figures>('SmsFigures').implement({
  fields: (t) => ({
    budgets: t.field({
      type: [SmsBudget],
      description: 'those that are set',
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
      description: 'of the last 30 days, the busiest first',
      resolve: (_figures, _args, { db }) => readSmsProviders(db.query),
    }),
  }),
})

query({
  name: 'getSmsFigures',
  description:
    'how many SMS there were between each two of the instants, which rise: by hours, within 90 days; what is left of the budget. who: as querySms',
  can: 'SMS_READ',
  input: { instants: listOf(instant(), 33) },
  returns: SmsFigures,
  async run({ input: { instants } }) {
    if (instants.some((at, index) => index > 0 && at <= required(instants[index - 1], 'item of instants')))
      throw badInput({ instants: ['field.invalid'] })
    return { instants }
  },
})
