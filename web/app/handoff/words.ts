import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('handoff', {
  waiting: '正在等待打开此页面的窗口传递登录信息…',
  alone: '此页面由其他系统打开',
  aloneText: '未找到打开此页面的窗口，或来源不受信任。您可以直接登录。',
  silent: '未收到登录信息',
  silentText: '打开此页面的窗口没有响应。请重试，或直接登录。',
  refused: '登录信息无效',
  refusedText: '登录信息已过期或已被使用。请回到原窗口重新打开。',
  ask: '切换到另一个账号？',
  askText: '此浏览器已登录{name}。{origin} 传来了另一份登录信息，继续将退出当前账号。',
  switchAccount: '切换账号',
  stay: '保持当前登录',
  toSignIn: '去登录',
})
