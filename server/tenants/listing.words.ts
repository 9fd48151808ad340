import type { TenantStatus } from '../../contract/states.ts'
import type { Both } from '../core/listing.ts'

export const titles = {
  list: ['组织', 'Organizations'],
  id: ['组织编号', 'Organization ID'],
  name: ['组织名称', 'Name'],
  status: ['状态', 'Status'],
  owner: ['所有者', 'Owner'],
  ownerPhone: ['所有者手机号', "Owner's phone"],
  operators: ['成员数', 'Members'],
  managers: ['管理员数', 'Managers'],
  devices: ['设备数', 'Devices'],
  online: ['在线设备数', 'Devices online'],
  contact: ['联系人', 'Contact'],
  contactPhone: ['联系电话', 'Contact phone'],
  contactEmail: ['联系邮箱', 'Contact e-mail'],
  areas: ['地区', 'Areas'],
  address: ['详细地址', 'Address'],
  reference: ['来源', 'Reference'],
  uploadAudit: ['上传审核', 'Upload review'],
  internal: ['内部组织', 'Internal'],
  expireAt: ['有效期至', 'Expires'],
  created: ['创建时间', 'Created'],
} as const satisfies Record<string, Both>

export const statusWords: Record<TenantStatus, Both> = {
  PREPARE: ['待审核', 'In review'],
  REJECT: ['已驳回', 'Rejected'],
  FINISH: ['正常', 'Active'],
  EXPIRED: ['已到期', 'Expired'],
}

export const yesNo: Record<'true' | 'false', Both> = { true: ['是', 'Yes'], false: ['否', 'No'] }
