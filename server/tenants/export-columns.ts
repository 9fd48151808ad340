import { graphql, listExport } from '../core/list-export.ts'
import { inLanguage, tenantStatusLabels, yesOrNo } from '../core/words.ts'

interface Area {
  name: string
  children?: readonly Area[]
}

/** Returns one path for each selected area, such as "Zhejiang / Hangzhou". */
const pathsOf = (areas: readonly Area[], above: string[] = []): string[] =>
  areas.flatMap(({ name, children }) => {
    const path = [...above, name]
    return children?.length ? pathsOf(children, path) : [path.join(' / ')]
  })

listExport({
  name: 'tenants',
  title: ['组织', 'Organizations'],
  field: 'queryTenant',
  rows: graphql(`fragment Row on Tenant {
    id name status address reference uploadAudit internal expireAt createDateTime
    owner { name profile { mobilePhone } }
    statistics { operatorCount managerCount deviceCount onlineDeviceCount }
    contact { name mobilePhone email }
    areas { name children { name children { name children { name } } } }
  }`),
  columns: [
    { title: ['组织编号', 'Organization ID'], value: 'id', width: 38 },
    { title: ['组织名称', 'Name'], value: 'name', width: 28 },
    {
      title: ['状态', 'Status'],
      value: ({ status }, locale) => inLanguage(tenantStatusLabels[status], locale),
      width: 10,
    },
    { title: ['所有者', 'Owner'], value: ({ owner }) => owner?.name },
    {
      title: ['所有者手机号', "Owner's phone"],
      value: ({ owner }) => owner?.profile.mobilePhone,
      width: 20,
    },
    {
      title: ['成员数', 'Members'],
      value: ({ statistics }) => statistics.operatorCount,
      width: 8,
    },
    {
      title: ['管理员数', 'Managers'],
      value: ({ statistics }) => statistics.managerCount,
      width: 10,
    },
    {
      title: ['设备数', 'Devices'],
      value: ({ statistics }) => statistics.deviceCount,
      width: 8,
    },
    {
      title: ['在线设备数', 'Devices online'],
      value: ({ statistics }) => statistics.onlineDeviceCount,
      width: 12,
    },
    {
      title: ['联系人', 'Contact'],
      value: ({ contact }) => contact?.name,
    },
    {
      title: ['联系电话', 'Contact phone'],
      value: ({ contact }) => contact?.mobilePhone,
      width: 20,
    },
    {
      title: ['联系邮箱', 'Contact email'],
      value: ({ contact }) => contact?.email,
      width: 24,
    },
    {
      title: ['所在地区', 'Areas'],
      value: ({ areas }) => pathsOf(areas ?? []).join('; '),
      width: 28,
    },
    { title: ['详细地址', 'Address'], value: 'address', width: 28 },
    { title: ['合同编号/来源', 'Reference'], value: 'reference' },
    {
      title: ['上传审核', 'Review uploads'],
      value: ({ uploadAudit }, locale) => yesOrNo(uploadAudit, locale),
      width: 10,
    },
    {
      title: ['内部组织', 'Internal'],
      value: ({ internal }, locale) => yesOrNo(internal, locale),
      width: 10,
    },
    { title: ['有效期至', 'Expires'], value: 'expireAt', kind: 'instant' },
    { title: ['创建时间', 'Created'], value: 'createDateTime', kind: 'instant' },
  ],
})
