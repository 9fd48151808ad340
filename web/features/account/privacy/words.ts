import { defineWords } from '../../../lib/texts.ts'

/** One's own data: what one has agreed to. */
export const words = defineWords('privacy', {
  title: '我的数据',
  terms: '用户协议',
  privacy: '隐私政策',
  agreed: '{version} 版，{time} 同意',
  read: '查看',
  readOne: '查看{name}',
})
