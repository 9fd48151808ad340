import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('handoff', {
  waiting: '正在等待打开此页面的窗口传递登录信息…',
  alone: '此页面由其他系统打开',
  aloneText: '没有找到打开它的窗口，或该来源不受信任。可以直接登录。',
  silent: '没有收到登录信息',
  silentText: '打开此页面的窗口没有回应。可以再试一次，或直接登录。',
  refused: '登录信息无效',
  refusedText: '传来的登录信息已过期或已被使用。请回到原窗口重新打开。',
  ask: '要换一个账号登录吗？',
  askText: '此浏览器已登录{name}。{origin} 传来了另一份登录信息，继续将结束当前登录。',
  goOn: '换账号登录',
  stay: '保持当前登录',
  toSignIn: '去登录',
})
