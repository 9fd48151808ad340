import type { DeviceStatus } from '../../contract/states.ts'
import type { Both } from '../core/listing.ts'

export const titles = {
  list: ['设备', 'Devices'],
  id: ['设备编号', 'Device id'],
  name: ['设备名称', 'Name'],
  tenant: ['所属组织', 'Organization'],
  tenantId: ['组织编号', 'Organization id'],
  status: ['状态', 'Status'],
  connect: ['在线', 'Online'],
  lastSeen: ['最后在线时间', 'Last seen'],
  ip: ['IP 地址', 'IP address'],
  address: ['位置', 'Location'],
  contactName: ['联系人', 'Contact'],
  contactMobilePhone: ['联系电话', 'Contact phone'],
  businessMan: ['商务', 'Sales'],
  customerName: ['客户', 'Customer'],
  specification: ['规格', 'Specification'],
  versions: ['版本', 'Versions'],
  produceDate: ['生产日期', 'Produced'],
  expiredDate: ['到期时间', 'Expires'],
  validDays: ['剩余天数', 'Days left'],
  created: ['创建时间', 'Created'],
} as const satisfies Record<string, Both>

export const statusWords: Record<DeviceStatus, Both> = {
  PRODUCED: ['已生产', 'Produced'],
  ACTIVE: ['已激活', 'Active'],
  SUSPENDED: ['已停用', 'Suspended'],
  EXPIRED: ['已到期', 'Expired'],
  RETIRED: ['已退役', 'Retired'],
}

export const yesNo: Record<'true' | 'false', Both> = { true: ['是', 'Yes'], false: ['否', 'No'] }
