import { defineWords } from '../../../lib/texts.ts'

export const words = defineWords('firstRun', {
  join: '使用邀请码加入',
  joinText: '同事已在使用？粘贴对方发来的邀请码或链接即可加入。',
  hint: '邀请码由组织的所有者或管理员发给您',
  invites: '{name}邀请您成为成员',
  invited: '邀请您成为成员',
  mayView: '可查看组织的设备',
  until: '邀请于 {time} 前有效',
  untilFor: '邀请于 {time} 前有效，还可加入 {count} 人',

  apply: '申请组织',
  applyText: '为公司或机构创建组织，您将成为所有者。',
  fill: '填写组织资料',
  fillText: '名称、所在地区和联系人',
  fillTime: '约 3 分钟',
  review: '平台审核',
  reviewText: '审核结果会通过消息和短信通知您，驳回后可修改并重新申请',
  usualHour: '通常 1 小时以内',
  usualHours: '通常 {count} 小时',
  usualDays: '通常 {count} 天',
  begin: '邀请成员',
  beginText: '组织通过审核后即可开始，设备由平台添加并分配给您的组织',
  beginTime: '约 10 分钟',
  start: '开始申请',
  applied: '您的申请',
  another: '再申请一个',
})
