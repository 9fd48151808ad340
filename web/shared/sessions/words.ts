import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('sessions', {
  device: '设备',
  ip: 'IP',
  started: '登录时间',
  lastUse: '最近活动',
  actions: '操作',
  this: '本机',
  bound: '已防盗用',
  boundMeans: '登录状态与该浏览器绑定，令牌被复制后无法使用',
  unknown: '未知设备',
  end: '退出',
  endOne: '退出 {device}',
  ended: '{device} 已退出',
  more: '显示其余 {count} 个',
})
