import { definePairs } from '../../../lib/texts.ts'

export const words = definePairs('linkedIdentities', {
  title: ['关联的登录方式', 'Linked sign-in methods'],
  linkedAs: ['{name}，{time} 关联', '{name}, linked {time}'],
  linkedSince: ['{time} 关联', 'Linked {time}'],
  used: ['最近使用 {time}', 'last used {time}'],
  notLinked: ['未关联', 'Not linked'],
  disabled: ['已停用', 'Disabled'],
  link: ['关联', 'Link'],
  linkOne: ['关联{name}', 'Link {name}'],
  unlink: ['解除关联', 'Unlink'],
  unlinkOne: ['解除关联{name}', 'Unlink {name}'],
  unlinkText: [
    '解除后，不能再用{name}登录此账号，用它登录的其他设备将退出登录。',
    'You won’t be able to sign in with {name}. Other devices that signed in with it will be signed out.',
  ],
  unlinked: ['已解除关联{name}', '{name} unlinked'],
  linked: ['已关联{name}', '{name} linked'],
  note: [
    '关联后可用它直接登录此账号。账号须至少保留一种登录方式。',
    'You can sign in with any linked method. Your account must keep at least one way to sign in.',
  ],
  someSource: ['该登录方式', 'the sign-in method'],
  'failed.denied': [
    '关联已取消，或您没有使用{name}的权限',
    'Linking was canceled, or you don’t have access to {name}',
  ],
  'failed.expired': ['关联{name}已超时，请重试', 'Linking {name} timed out. Try again.'],
  'failed.unavailable': [
    '{name}暂时无法使用，请稍后重试',
    '{name} isn’t available right now. Try again later.',
  ],
  'failed.invalid': [
    '{name}返回的信息无效，请联系管理员',
    '{name} returned invalid data. Contact your administrator.',
  ],
  'failed.config': [
    '{name}的登录配置有误，请联系管理员',
    '{name} isn’t set up correctly. Contact your administrator.',
  ],
  'failed.disabled': ['{name}已停用，或未对您开放', '{name} is disabled or not available to you'],
  'failed.taken': ['此{name}身份已关联其他账号', 'This {name} identity is already linked to another account'],
  'failed.session': ['登录状态已变更，请重新关联{name}', 'Your session has changed. Link {name} again.'],
})
