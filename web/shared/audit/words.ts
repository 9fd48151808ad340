import { zh as said } from '../../../contract/audit/words.ts'
import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('audit', {
  ...said,
  timeline: '操作记录',
  all: '全部记录',
  more: '加载更多',
  none: '还没有记录',
  failed: '记录加载失败',
  refused: '未成功',
  you: '您',
})
