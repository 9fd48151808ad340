import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('proof', {
  title: '验证身份',
  reason: '距上次登录或验证已超过 {minutes} 分钟。为保护账号安全，请验证身份。',
  'by.password': '密码',
  'by.code': '短信验证码',
  'by.passkey': '通行密钥',
  passkey: '点击“验证并继续”，然后使用指纹、面容或锁屏密码确认。',
  'by.totp': '身份验证器',
  'by.recovery': '恢复码',
  totp: '动态验证码',
  recovery: '恢复码',
  recoveryEmpty: '请输入恢复码',
  password: '登录密码',
  code: '验证码',
  codeTo: '验证码将发送至 {phone}',
  submit: '验证并继续',
  none: '此账号没有密码、手机号或两步验证方式。请重新登录，并在登录后 {minutes} 分钟内完成此操作。',
  leave: '退出并重新登录',
})
