import type { Translation } from '../../lib/texts.ts'

export const zh = {
  title: '验证身份',
  reason: '距离上次登录或验证已超过 {minutes} 分钟。为保护账号安全，请先确认是您本人。',
  byPassword: '密码',
  byCode: '短信验证码',
  password: '登录密码',
  code: '验证码',
  codeTo: '验证码发送至您绑定的手机 {phone}',
  submit: '验证并继续',
  cancel: '取消',
  close: '关闭',
} as const

export const en: Translation<typeof zh> = {
  title: 'Confirm that it is you',
  reason:
    'You signed in, or confirmed this, more than {minutes} minutes ago. To keep your account safe, please confirm that it is you.',
  byPassword: 'Password',
  byCode: 'Text message',
  password: 'Password',
  code: 'Verification code',
  codeTo: 'The code is sent to your phone {phone}',
  submit: 'Confirm and continue',
  cancel: 'Cancel',
  close: 'Close',
}
