/**
 * Labels by which the scripts find elements of the console, and the name of the new device in the film, in
 * both languages.
 */
export const wordsOf = {
  'zh-CN': {
    username: '账号',
    password: '密码',
    signIn: /^登录(并继续)?$/,
    invitation: '邀请码',
    invite: '生成邀请码',
    qrCode: '邀请链接的二维码',
    grant: '编辑权限',
    wholePage: '选择本页全部',
    renew: /^续期/,
    handOver: '移交所有权',
    confirm: '通过认证',
    register: '添加设备',
    newDevice: '青浦堆场边缘网关',
    deviceName: '设备名称',
    deviceId: '编号',
    tenant: '所属组织',
    save: '添加',
    waiting: '等待首次连接…',
    connected: /已连接/,
    open: '查看设备',
  },
  'en-US': {
    username: 'Username or phone',
    password: 'Password',
    signIn: /^Sign in( and continue)?$/,
    invitation: /^Invite code/,
    invite: 'Create code',
    qrCode: 'QR code of the invite link',
    grant: 'Edit permissions',
    wholePage: 'Select all on this page',
    renew: /^Renew/,
    handOver: 'Transfer ownership',
    confirm: 'Approve request',
    register: 'Add device',
    newDevice: 'Yard gateway, Qingpu',
    deviceName: 'Name',
    deviceId: 'ID',
    tenant: 'Organization',
    save: 'Add',
    waiting: 'Waiting for the first connection…',
    connected: /^Connected /,
    open: 'View device',
  },
} as const

export type Language = keyof typeof wordsOf
export type Words = (typeof wordsOf)[Language]
