import { pino } from 'pino'
import { write } from '../notifications/templates.ts'
import type { RenderedMessage } from '../notifications/transports/transport.ts'

export const silent = pino({ level: 'silent' })

export const codeMessage: RenderedMessage = {
  id: '01935b2e-0000-7000-8000-000000000001',
  channel: 'sms',
  to: '+8613800138000',
  template: 'code',
  code: '204816',
  variables: { code: '204816' },
  ...write('code', { code: '204816', purpose: 'login' }, 'zh-CN'),
}

export const noticeMessage: RenderedMessage = {
  id: '01935b2e-0000-7000-8000-000000000002',
  channel: 'sms',
  to: '+85291234567',
  template: 'password.changed',
  code: null,
  variables: {},
  ...write('password.changed', {}, 'zh-CN'),
}

/** The parameters in the URL of an SMS provider that configure its templates. */
export const templateParams = [
  'sign=%E9%87%8C%E5%BC%97',
  'template.code=CODE_1',
  'template.password.changed=CHANGED_2',
  'template.password.reset=RESET_3',
  'template.password.resetByAdmin=ADMIN_4',
  'template.account.disabled=DISABLED_10',
  'template.account.closing=CLOSING_13',
  'template.account.closed=CLOSED_14',
  'template.account.takenBack=BACK_15',
  'template.factor.added=FACTOR_16',
  'template.factor.removed=FACTOR_17',
  'template.identity.linked=IDENTITY_21',
  'template.identity.unlinked=IDENTITY_22',
  'template.factor.recovered=FACTOR_18',
  'template.factor.resetComing=FACTOR_20',
  'template.data.ready=DATA_19',
  'template.admin.appointed=ADMIN_11',
  'template.admin.dismissed=ADMIN_12',
  'template.phone.changed=PHONE_5',
  'template.email.changed=EMAIL_6',
  'template.tenant.confirmed=TENANT_7',
  'template.tenant.rejected=TENANT_8',
  'template.tenant.ownership=TENANT_9',
].join('&')

/**
 * Returns the kind and the message of the error with which a delivery fails, or 'sent' if the delivery
 * succeeds.
 */
export const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'sent',
    ({ kind, message }: { kind?: string; message: string }) => [kind, message],
  )
