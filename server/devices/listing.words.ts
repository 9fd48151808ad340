import type { DeviceStatus } from '../../contract/states.ts'
import type { Both } from '../core/listing.ts'

export const titles = {
  list: ['设备', 'Devices'],
  id: ['编号', 'ID'],
  name: ['设备名称', 'Name'],
  tenant: ['所属组织', 'Organization'],
  tenantId: ['组织编号', 'Organization ID'],
  status: ['状态', 'Status'],
  connect: ['在线', 'Online'],
  lastSeen: ['最近在线', 'Last seen'],
  ip: ['IP 地址', 'IP address'],
  address: ['地址', 'Address'],
  contactName: ['联系人', 'Contact'],
  contactMobilePhone: ['联系电话', 'Contact phone'],
  businessMan: ['商务', 'Sales'],
  customerName: ['客户', 'Customer'],
  specification: ['规格', 'Specification'],
  versions: ['版本', 'Version'],
  produceDate: ['生产日期', 'Produced'],
  expiredDate: ['到期日', 'Expires'],
  validDays: ['剩余天数', 'Days left'],
  created: ['登记时间', 'Registered'],
} as const satisfies Record<string, Both>

export const statusWords: Record<DeviceStatus, Both> = {
  PRODUCED: ['待激活', 'Not activated'],
  ACTIVE: ['使用中', 'In service'],
  SUSPENDED: ['已停用', 'Suspended'],
  EXPIRED: ['已过期', 'Expired'],
  RETIRED: ['已退役', 'Retired'],
}

export const yesNo: Record<'true' | 'false', Both> = { true: ['是', 'Yes'], false: ['否', 'No'] }
