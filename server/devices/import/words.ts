import type { Bilingual } from '../../core/words.ts'

export const notes = {
  id: [
    '1 至 64 个字符，不含空白和 / + #。已存在的编号会修改该设备；留空则新建并自动编号',
    '1 to 64 characters without spaces, /, + and #. A device that is there is changed; empty: a new one with an ID of its own',
  ],
  name: [
    '1 至 64 个字符。新设备必填；留空不修改',
    '1 to 64 characters. A new device needs one; empty: unchanged',
  ],
  tenant: [
    '组织的完整名称或编号。已有设备会移到该组织，原组织的联系人、联系电话和设备配置将被清空；留空不修改，新设备则不属于任何组织',
    'The full name or ID of an organization. An existing device is moved to it; the contact and configuration of its former organization are cleared. Empty: unchanged, a new one is in none',
  ],
  contactName: ['至多 64 个字符。留空不修改', 'At most 64 characters. Empty: unchanged'],
  contactMobilePhone: ['手机号。留空不修改', 'A mobile number. Empty: unchanged'],
  businessMan: ['至多 64 个字符。留空不修改', 'At most 64 characters. Empty: unchanged'],
  customerName: ['至多 64 个字符。留空不修改', 'At most 64 characters. Empty: unchanged'],
  specification: ['至多 1000 个字符。留空不修改', 'At most 1,000 characters. Empty: unchanged'],
  produceDate: ['如 2026-01-31。留空不修改', 'Like 2026-01-31. Empty: unchanged'],
  expiredDate: [
    '如 2027-01-31（当天结束时到期）或 2027-01-31 08:30。留空不修改',
    'Like 2027-01-31, which is its end, or 2027-01-31 08:30. Empty: unchanged',
  ],
} as const satisfies Record<string, Bilingual>

export const examples = {
  name: '城东泵站 3 号',
  tenant: '杭州云帆科技',
  contactName: '王建国',
  businessMan: '李敏',
  customerName: '城东水务',
} as const
