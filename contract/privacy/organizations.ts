import type { PersonalData } from './personal-data.ts'
import { reachOrganization, serve } from './purposes.ts'

const day = 86_400

/** Register entries about organizations and their devices. */
export const ofOrganizations: readonly PersonalData[] = [
  {
    ...{ table: 'tenant', columns: 'contact_name contact_mobile_phone contact_email' },
    what: ['组织的联系人', 'contact of an organization'],
    ...{ why: reachOrganization, ground: 'contract', ends: ['withdrawn', 'organization', 'account'] },
  },
  {
    ...{ table: 'tenant', columns: 'name pinyin', of: 'id' },
    what: ['个人空间的名称', 'name of a personal space'],
    ...{ why: serve, ground: 'contract', ends: ['account'] },
  },
  {
    table: 'tenant_application',
    columns: 'contact_name contact_mobile_phone contact_email',
    of: 'applicant_id',
    what: ['认证申请中的联系人', 'contact in an organization request'],
    ...{ why: reachOrganization, ground: 'contract', ends: ['organization', 'account'] },
  },
  {
    ...{
      table: 'tenant_application_paper',
      columns: 'name type bytes content sha256 thumbnail created_at',
      of: 'account_id',
    },
    what: [
      '认证申请的证照等材料（图片已去除拍摄地点等元数据）',
      'licenses and other documents of an organization request (without image metadata such as the location)',
    ],
    why: [
      '核实申请认证的组织，仅申请人和审核人员可见',
      'to verify the organization (only visible to the applicant and the reviewers)',
    ],
    ...{ ground: 'contract', ends: ['withdrawn', 'paper', 'account'] },
    period: { seconds: 0, from: 'expires_at', task: 'tenant_application_paper' },
  },
  {
    ...{ table: 'device', columns: 'contact_name contact_mobile_phone business_man customer_name folded' },
    what: [
      '设备的联系人、商务负责人和客户（供搜索的副本同列）',
      'contact, sales contact and customer of a device, with a copy for the search',
    ],
    why: ['联系设备的负责人', 'to reach the person responsible for the device'],
    ...{ ground: 'contract', ends: ['withdrawn', 'device'] },
  },
  {
    ...{
      table: 'device_presence',
      columns: 'ip address last_ip last_address connected_at last_connected_at',
    },
    what: [
      '设备当前及上次连接的 IP 地址和地点',
      'IP address and location of the current and the last connection of a device',
    ],
    why: ['查找设备故障', 'to diagnose faults of a device'],
    ...{ ground: 'contract', ends: ['device'] },
  },
  {
    ...{ table: 'device_connection', columns: 'ip address connected_at disconnected_at' },
    what: ['设备的连接日志：IP 地址和地点', 'connections of a device: IP address and location'],
    why: ['查找设备故障', 'to diagnose faults of a device'],
    ...{ ground: 'contract', ends: [] },
    period: { seconds: 90 * day, from: 'connected_at', task: 'device_connection' },
  },
  {
    ...{ table: 'device_refusal', columns: 'ip address first_at last_at' },
    what: ['设备被拒绝的连接：IP 地址和地点', 'refused connections of a device: IP address and location'],
    why: ['查找设备故障', 'to diagnose faults of a device'],
    ...{ ground: 'contract', ends: [] },
    period: { seconds: 30 * day, from: 'hour', task: 'device_connection' },
  },
]
