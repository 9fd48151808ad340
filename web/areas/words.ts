import type { Translation } from '../lib/texts.ts'

export const zh = {
  province: '省级',
  city: '市级',
  district: '区县级',
  add: '添加地区',
  remove: '移除第 {number} 个地区',
  failed: '地区没有加载出来',
  retry: '重试',
} as const

export const en: Translation<typeof zh> = {
  province: 'Province',
  city: 'City',
  district: 'District',
  add: 'Add an area',
  remove: 'Remove area {number}',
  failed: 'The areas could not be loaded.',
  retry: 'Try again',
}
