import type { Translation } from '../lib/texts.ts'

export const zh = {
  province: '省级',
  city: '市级',
  district: '区县级',
  placeholder: '选择或搜索地区',
  more: '继续添加',
  remove: '移除 {name}',
  choose: '选择 {name}',
  back: '返回 {name}',
  results: '搜索结果',
  none: '没有名称包含“{q}”的地区',
  count: '已选 {count} 个',
  full: '最多选择 {max} 个地区',
  hint: '勾选到需要的层级',
  failed: '地区没有加载出来',
  retry: '重试',
} as const

export const en: Translation<typeof zh> = {
  province: 'Provinces',
  city: 'Cities',
  district: 'Districts',
  placeholder: 'Choose or search areas',
  more: 'Add more',
  remove: 'Remove {name}',
  choose: 'Choose {name}',
  back: 'Back to {name}',
  results: 'Areas found',
  none: 'No area has “{q}” in its name',
  count: '{count} chosen',
  full: 'At most {max} areas',
  hint: 'Tick the level you need',
  failed: 'The areas could not be loaded',
  retry: 'Try again',
}
