import { defineWords } from '../../lib/texts.ts'

/** The words of what waits, at the top of the account page. */
export const words = defineWords('attention', {
  title: '待我处理',
  allMessages: '全部消息',
  more: '其余 {count} 件',
  none: '没有待处理的事',
  failed: '待处理的事没有全部加载出来',
  reviews: '{count} 份组织认证待审核',
  reviewsText: '最早一份来自{name}，提交于 {time}',
  review: '去审核',
  expired: '{name}已到期',
  expires: '{name}将于 {date} 到期',
  askForTime: '到期后成员只能查看，请联系平台管理员延期',
  devices: '{count} 台设备将在 30 天内到期',
  devicesText: '{tenant}，最早的是 {name}，{date} 到期',
  toDevices: '查看设备',
})
