import type { Locale } from '../../contract/errors.ts'
import { defineWords } from '../lib/texts.ts'

/** Each language in its own name. */
export const languages: Record<Locale, string> = { 'zh-CN': '简体中文', 'en-US': 'English' }

export const words = defineWords('shell', {
  product: '用户中心',

  cancel: '取消',
  close: '关闭',
  copied: '已复制',
  notCopied: '没有复制成功，请手动选择并复制',
  retry: '重试',
  notLoaded: '加载失败',
  notLoadedOffline: '网络已断开，恢复后会自动打开',
  moreOf: '{name}的更多操作',
  request: '请求编号 {id}',

  offline: '网络已断开，页面上的内容仍在；恢复后会自动继续',
  offlinePage: '网络已断开，打不开这个页面；请在恢复后再试',

  working: '正在验证…',
  skip: '跳到正文',
  home: '首页',
  openSettings: '页面配置',
  menuLoading: '正在加载菜单',
  menuLoaded: '菜单已加载',
  menuFailed: '菜单加载失败。',

  language: '语言',
  languageChanged: '已切换为简体中文',
  languageFailed: '语言没有切换成功，请检查网络后重试',
  toDark: '切换到深色模式',
  toLight: '切换到浅色模式',

  tenantLost: '您已不在{name}，已回到个人空间',
  rightsChanged: '您在{name}的权限已变更',
  confirmed: '{name}已通过审核',
  expired: '{name}已到期，目前只能查看',

  signedOut: '已退出登录',
  sessionOver: '登录已失效，请重新登录',
  signedOutLocally: '已在此浏览器退出登录；服务器暂时无法访问，其他位置的会话可在下次登录后下线',

  notFoundText: '地址可能有误，或页面已被移动。',
  toHome: '返回首页',
  noAnswer: '服务器一直没有应答，请重新登录',
  unansweredTitle: '服务器没有应答',
  unansweredText: '正在自动重试，最多 {count} 秒；之后需要重新登录，登录后回到本页',
  signInAnew: '重新登录',
  failedTitle: '页面加载失败',
  failedText: '请稍后重试',
  kept: '您的登录状态已保留',
})
