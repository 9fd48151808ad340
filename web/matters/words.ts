import { defineWords } from '../lib/texts.ts'

/** What needs whoever has signed in, on the account page and the workplace. */
export const words = defineWords('matters', {
  title: '待我处理',
  allMessages: '全部消息',
  more: '其余 {count} 件',
  none: '没有待处理的事',
  failed: '部分待处理的事加载失败',
  reviews: '{count} 份组织认证待审核',
  reviewsText: '最早一份来自{name}，提交于 {time}',
  review: '去审核',
  rejected: '{name}的申请被驳回',
  mend: '修改并重新提交',
  view: '查看',
  expired: '{name}已到期',
  expires: '{name}将于 {date} 到期',
  askForTime: '到期后成员只能查看，请联系平台管理员延期',
  devices: '{count} 台设备将在 30 天内到期',
  devicesFirst: '最早的是 {name}，{date} 到期',
  lost: '{count} 台设备离线超过 24 小时',
  lostFirst: '最近断开的是 {name}，{time}',
  of: '{tenant}，{text}',
  toDevices: '查看设备',
  refused: '{count} 台设备凭证被拒',
  refusedText: '密码或客户端编号不对，或还没有凭证',
})
