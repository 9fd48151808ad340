import type { Bilingual } from '../../core/words.ts'

export const notes = {
  id: [
    '1 至 64 个字符，不含空白和 / + #。已存在的编号会修改该设备；留空则新建并自动编号',
    '1 to 64 characters without spaces, /, + and #. An existing ID changes that device. If empty, a new device with a generated ID is created.',
  ],
  name: [
    '1 至 64 个字符。新设备必填；留空不修改',
    '1 to 64 characters. Required for a new device. Leave empty to keep the current value',
  ],
  tenant: [
    '组织的完整名称或编号。已有设备会移到该组织，原组织的联系人、联系电话和设备配置将被清空；留空不修改，新设备则不属于任何组织',
    'The full name or ID of an organization. An existing device moves to this organization, and its contact and configuration are cleared. Leave empty to keep the current organization. A new device then belongs to no organization',
  ],
  contactName: ['至多 64 个字符。留空不修改', 'At most 64 characters. Leave empty to keep the current value'],
  contactMobilePhone: ['手机号。留空不修改', 'A mobile phone number. Leave empty to keep the current value'],
  businessMan: ['至多 64 个字符。留空不修改', 'At most 64 characters. Leave empty to keep the current value'],
  customerName: [
    '至多 64 个字符。留空不修改',
    'At most 64 characters. Leave empty to keep the current value',
  ],
  specification: [
    '至多 1000 个字符。留空不修改',
    'At most 1,000 characters. Leave empty to keep the current value',
  ],
  produceDate: ['如 2026-01-31。留空不修改', 'For example 2026-01-31. Leave empty to keep the current value'],
  expiredDate: [
    '如 2027-01-31（当天结束时到期）或 2027-01-31 08:30。留空不修改',
    'For example 2027-01-31 (until the end of that day) or 2027-01-31 08:30. Leave empty to keep the current value',
  ],
} as const satisfies Record<string, Bilingual>

export const examples = {
  name: '城东泵站 3 号',
  tenant: '杭州云帆科技',
  contactName: '王建国',
  businessMan: '李敏',
  customerName: '城东水务',
} as const
