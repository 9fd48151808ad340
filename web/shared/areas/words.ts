import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('areas', {
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
  hint: '勾选所需的层级',
  failed: '地区加载失败',
})
