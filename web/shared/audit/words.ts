import { zh as said } from '../../../contract/audit/words.ts'
import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('audit', {
  ...said,
  timeline: '操作日志',
  all: '查看全部',
  more: '加载更多',
  none: '暂无日志',
  failed: '日志加载失败',
  refused: '失败',
  you: '您',
})
