import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('proof', {
  title: '验证身份',
  reason: '距离上次登录或验证已超过 {minutes} 分钟。为保护账号安全，请先确认是您本人。',
  byPassword: '密码',
  byCode: '短信验证码',
  password: '登录密码',
  code: '验证码',
  codeTo: '验证码发送至您绑定的手机 {phone}',
  submit: '验证并继续',
})
