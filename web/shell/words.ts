import type { Translation } from '../lib/texts.ts'

export const zh = {
  product: '用户中心',
  'page.login': '登录',
  'page.register': '注册',
  'page.forget': '重置密码',
  'page.password': '修改密码',
  'page.terms': '用户协议',
  'page.privacy': '隐私政策',
  'page.notFound': '页面不存在',
  'menu.accountInfo': '账号信息',

  skip: '跳到正文',
  home: '首页',
  mainMenu: '主菜单',
  breadcrumb: '当前位置',
  openMenu: '打开菜单',
  closeMenu: '关闭菜单',
  close: '关闭',

  language: '语言',
  languageChanged: '已切换为简体中文',
  languageFailed: '语言没有切换成功，请检查网络后重试',
  toDark: '切换到深色模式',
  toLight: '切换到浅色模式',

  organization: '当前组织',
  personal: '个人组织',
  switched: '已切换到{name}',

  account: '{name}的账号菜单',
  accountInfo: '账号信息',
  signOut: '退出登录',
  signingOut: '正在退出登录…',
  signedOut: '已退出登录',
  signedOutLocally: '已在此浏览器退出登录；服务器暂时无法访问，其他位置的会话可在下次登录后下线',

  notFoundText: '地址可能有误，或页面已被移动。',
  toHome: '返回首页',
  failedTitle: '页面没有加载出来',
  failedText: '请稍后重试',
  kept: '您的登录状态已保留',
  request: '请求编号 {id}',
  retry: '重试',
} as const

export const en: Translation<typeof zh> = {
  product: 'User center',
  'page.login': 'Sign in',
  'page.register': 'Register',
  'page.forget': 'Reset password',
  'page.password': 'Change password',
  'page.terms': 'User agreement',
  'page.privacy': 'Privacy policy',
  'page.notFound': 'Page not found',
  'menu.accountInfo': 'Account',

  skip: 'Skip to content',
  home: 'Home',
  mainMenu: 'Main menu',
  breadcrumb: 'You are here',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  close: 'Close',

  language: 'Language',
  languageChanged: 'The language is now English',
  languageFailed: 'The language could not be changed. Check the network and try again.',
  toDark: 'Switch to dark mode',
  toLight: 'Switch to light mode',

  organization: 'Organization',
  personal: 'Personal organization',
  switched: 'You are now in {name}',

  account: 'Account menu of {name}',
  accountInfo: 'Account',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signedOut: 'You have signed out',
  signedOutLocally:
    'You have signed out of this browser. The server could not be reached: end the session from the account page after your next sign-in.',

  notFoundText: 'The address may be wrong, or the page has moved.',
  toHome: 'Back to the first page',
  failedTitle: 'The page could not be loaded',
  failedText: 'Please try again',
  kept: 'Nothing was lost: you stay signed in',
  request: 'Request {id}',
  retry: 'Try again',
}
