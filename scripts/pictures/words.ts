/** What is pressed on the way to a picture, as the console names it. */
export const words = {
  invitation: '邀请码',
  invite: '生成邀请码',
  qrCode: '邀请链接的二维码',
  grant: '分配权限',
  wholePage: '选择本页全部',
  renew: /^续期/,
  handOver: '移交所有权',
  confirm: '通过认证',
  register: '登记设备',
  deviceName: '设备名称',
  deviceId: '编号',
  tenant: '所属组织',
  save: '登记',
  waiting: '等待首次连接…',
  connected: /已连接/,
  open: '查看设备',
}
