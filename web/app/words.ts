import type { Locale } from '../../contract/errors.ts'
import { defineWords } from '../lib/texts.ts'

/** The name of each language in the language itself. */
export const languages: Record<Locale, string> = { 'zh-CN': '简体中文', 'en-US': 'English' }

export const words = defineWords('shell', {
  product: '用户中心',

  cancel: '取消',
  close: '关闭',
  copied: '已复制',
  notCopied: '复制失败，请手动选择并复制',
  retry: '重试',
  notLoaded: '加载失败',
  notLoadedOffline: '网络已断开，恢复后会自动打开',
  moreOf: '{name}的更多操作',
  request: '请求编号 {id}',

  offline: '网络已断开，内容已保留，恢复后自动继续',
  offlinePage: '网络已断开，无法打开此页面，请恢复后重试',

  working: '正在验证…',
  skip: '跳到正文',
  home: '首页',
  openSettings: '界面设置',
  menuLoading: '正在加载菜单',
  menuLoaded: '菜单已加载',
  menuFailed: '菜单加载失败。',

  language: '语言',
  languageChanged: '已切换为简体中文',
  languageFailed: '语言切换失败，请检查网络后重试',
  toDark: '切换到深色模式',
  toLight: '切换到浅色模式',

  tenantLost: '您已不在{name}，已回到个人空间',
  rightsChanged: '您在{name}的权限已变更',
  confirmed: '{name}已通过审核',
  expired: '{name}已到期，目前仅可查看',

  signedOut: '已退出登录',
  sessionOver: '登录已失效，请重新登录',
  signedOutLocally: '已在此浏览器退出登录。服务器暂时无法访问，请在下次登录后结束其他会话。',

  notFoundText: '地址可能有误，或页面已被移动。',
  toHome: '返回首页',
  noAnswer: '服务器无响应，请稍后重新登录',
  unansweredTitle: '服务器无响应',
  unansweredText: '正在自动重试，最多 {count} 秒。超时后需要重新登录，登录后返回本页。',
  signInAnew: '重新登录',
  failedTitle: '页面加载失败',
  failedText: '请稍后重试',
  kept: '您的登录状态已保留',
})
