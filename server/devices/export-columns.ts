import { type ExportColumn, graphql, listExport, type ResultOf } from '../core/list-export.ts'
import { type Bilingual, deviceStatusLabels, inLanguage, yesOrNo } from '../core/words.ts'

const rows = graphql(`fragment Row on Device {
  id name status lastSeenDateTime contactName contactMobilePhone businessMan specification versionMap
  produceDate expiredDate validDays createDateTime
  tenant { id name }
  currentConnect { status ip address }
  customer { name }
}`)

export const columns = {
  id: { title: ['编号', 'ID'], value: 'id', width: 24 },
  name: { title: ['设备名称', 'Name'], value: 'name', width: 24 },
  tenant: {
    title: ['所属组织', 'Organization'],
    value: ({ tenant }) => tenant?.name,
    width: 24,
  },
  tenantId: {
    title: ['组织编号', 'Organization ID'],
    value: ({ tenant }) => tenant?.id,
    width: 38,
  },
  status: {
    title: ['状态', 'Status'],
    value: ({ status }, locale) => inLanguage(deviceStatusLabels[status], locale),
    width: 10,
  },
  online: {
    title: ['在线', 'Online'],
    value: ({ currentConnect }, locale) => yesOrNo(currentConnect?.status === 'ONLINE', locale),
    width: 8,
  },
  lastSeen: { title: ['最近在线', 'Last seen'], value: 'lastSeenDateTime', kind: 'instant' },
  ip: {
    title: ['IP 地址', 'IP address'],
    value: ({ currentConnect }) => currentConnect?.ip,
  },
  address: {
    title: ['地址', 'Address'],
    value: ({ currentConnect }) => currentConnect?.address,
  },
  contactName: { title: ['联系人', 'Contact'], value: 'contactName' },
  contactMobilePhone: { title: ['联系电话', 'Contact phone'], value: 'contactMobilePhone' },
  businessMan: { title: ['商务负责人', 'Sales contact'], value: 'businessMan' },
  customerName: {
    title: ['客户', 'Customer'],
    value: ({ customer }) => customer?.name,
  },
  specification: { title: ['规格', 'Specification'], value: 'specification', width: 24 },
  versions: {
    title: ['版本', 'Version'],
    value: ({ versionMap }) =>
      Object.entries(versionMap)
        .map(([part, version]) => `${part} ${version}`)
        .join('; '),
    width: 24,
  },
  produceDate: { title: ['生产日期', 'Produced'], value: 'produceDate', kind: 'instant' },
  expiredDate: { title: ['到期日', 'Expires'], value: 'expiredDate', kind: 'instant' },
  validDays: { title: ['剩余天数', 'Days left'], value: 'validDays', width: 10 },
  created: { title: ['添加时间', 'Added'], value: 'createDateTime', kind: 'instant' },
} satisfies Record<string, ExportColumn<ResultOf<typeof rows>>>

export const title: Bilingual = ['设备', 'Devices']

listExport({
  name: 'devices',
  title,
  field: 'queryDevice',
  tenantOf: ({ tenantId }) => tenantId,
  rows,
  columns: Object.values(columns),
})
