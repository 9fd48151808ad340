import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('guard', {
  personal: '个人空间',
  notPermitted: '您在{tenant}没有“{page}”的权限',
  takenElsewhere: '您在{tenant}没有“{page}”的权限，已转到“{other}”',
  entered: '您在{tenant}没有“{page}”的权限，已进入{other}',
  foundIn: '{tenant}没有“{page}”，已进入{other}',

  which: '选择要进入的组织',
  whichText: '您在以下组织中可以打开“{page}”',
  organizations: '可以打开此页的组织',
  owner: '所有者',
  manager: '管理员',
  member: '成员',
  devices: '{count} 台设备',
  last: '上次进入',
  personalText: '仅自己可见',
  otherAccount: '换个账号登录',
  stay: '暂不进入，前往账号信息',
})
