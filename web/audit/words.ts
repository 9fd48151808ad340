import type { Translation } from '../lib/texts.ts'

export const zh = {
  timeline: '操作记录',
  all: '全部记录',
  more: '加载更多',
  none: '还没有记录',
  failed: '记录没有加载出来',
  retry: '重试',
  refused: '未成功',
  you: '您',
} as const

export const en: Translation<typeof zh> = {
  timeline: 'Activity log',
  all: 'View all',
  more: 'Load more',
  none: 'Nothing recorded yet',
  failed: 'The activity log could not be loaded.',
  retry: 'Try again',
  refused: 'Failed',
  you: 'You',
}
