import { definePairs } from '../../../lib/texts.ts'

export const words = definePairs('signInSources', {
  others: ['其他登录方式', 'Other ways to sign in'],
  last: ['上次使用', 'Last used'],
  more: ['更多', 'More'],
  unavailable: ['暂时无法使用，请用密码登录', 'Not available right now. Sign in with your password.'],
  returning: ['正在登录…', 'Signing in…'],
  again: ['重试', 'Try again'],

  'failed.denied': [
    '登录已取消，或您没有使用{name}登录的权限',
    'The sign-in was canceled, or you can’t sign in with {name}',
  ],
  'failed.expired': [
    '使用{name}登录已超时，或不是在此浏览器中开始的，请重试',
    'The sign-in with {name} timed out or was started in another browser. Try again.',
  ],
  'failed.unavailable': [
    '{name}暂时无法使用，请稍后重试或使用其他方式登录',
    '{name} isn’t available right now. Try again later or sign in another way.',
  ],
  'failed.invalid': [
    '{name}返回的信息无效，登录失败，请联系管理员',
    'Sign-in failed because {name} returned invalid data. Contact your administrator.',
  ],
  'failed.config': [
    '{name}的登录配置有误，请联系管理员',
    '{name} isn’t set up correctly. Contact your administrator.',
  ],
  'failed.disabled': ['{name}登录已停用', 'Sign-in with {name} is disabled'],
  someSource: ['该登录方式', 'the provider'],

  'first.title': ['首次使用{name}登录', 'First sign-in with {name}'],
  'first.phone': [
    '验证手机号 {phone} 后，将登录并关联使用该手机号的账号',
    'Verify {phone} to sign in and link the account with this phone number',
  ],
  'first.create': ['将为“{name}”创建新账号', 'An account will be created for {name}'],
  'first.createUnnamed': ['将为您创建新账号', 'An account will be created for you'],
  'first.code': ['短信验证码', 'Verification code'],
  'first.verify': ['验证并登录', 'Verify and sign in'],
  'first.createSubmit': ['创建账号并登录', 'Create account and sign in'],
  'first.other': ['已有其他账号，登录后关联', 'Sign in to another account to link it'],
  'first.back': ['返回登录', 'Back to sign-in'],
  linking: [
    '{reason}。登录您的账号后将关联“{name}”，以后可用该身份登录。如不是您本人，请选择“不关联”。',
    '{reason}. Sign in to your account to link “{name}”, so that this identity can sign in from then on. If this isn’t you, choose “Don’t link”.',
  ],
  linkingUnnamed: [
    '{reason}。登录您的账号后将关联此身份，以后可用它登录。',
    '{reason}. Sign in to your account to link this identity, so that it can sign in from then on.',
  ],
  cancel: ['不关联', 'Don’t link'],
})
