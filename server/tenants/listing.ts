import type { TenantStatus } from '../../contract/states.ts'
import { inLanguage, listing } from '../core/listing.ts'
import { statusWords, titles, yesNo } from './listing.words.ts'

interface Node {
  name: string
  children: Node[]
}

/** Zhejiang / Hangzhou, one for each selected area. */
const pathsOf = (areas: Node[] | null | undefined, above: string[] = []): string[] =>
  (areas ?? []).flatMap(({ name, children }) => {
    const path = [...above, name]
    return children?.length ? pathsOf(children, path) : [path.join(' / ')]
  })

const area = 'id name children { id name children { id name children { id name } } }'

listing({
  name: 'tenants',
  title: titles.list,
  field: 'queryTenant',
  columns: [
    { title: titles.id, take: 'id', width: 38 },
    { title: titles.name, take: 'name', width: 28 },
    {
      title: titles.status,
      take: 'status',
      value: ({ status }, locale) => inLanguage(statusWords[status as TenantStatus], locale),
      width: 10,
    },
    {
      title: titles.owner,
      take: 'owner { name profile { mobilePhone } }',
      value: ({ owner }) => owner?.name,
    },
    {
      title: titles.ownerPhone,
      take: 'owner { name }',
      value: ({ owner }) => owner?.profile.mobilePhone,
      width: 20,
    },
    {
      title: titles.operators,
      take: 'statistics { operatorCount managerCount deviceCount onlineDeviceCount }',
      value: ({ statistics }) => statistics.operatorCount,
      width: 8,
    },
    {
      title: titles.managers,
      take: 'statistics { managerCount }',
      value: ({ statistics }) => statistics.managerCount,
      width: 10,
    },
    {
      title: titles.devices,
      take: 'statistics { deviceCount }',
      value: ({ statistics }) => statistics.deviceCount,
      width: 8,
    },
    {
      title: titles.online,
      take: 'statistics { onlineDeviceCount }',
      value: ({ statistics }) => statistics.onlineDeviceCount,
      width: 12,
    },
    {
      title: titles.contact,
      take: 'contact { name mobilePhone email }',
      value: ({ contact }) => contact?.name,
    },
    {
      title: titles.contactPhone,
      take: 'contact { mobilePhone }',
      value: ({ contact }) => contact?.mobilePhone,
      width: 20,
    },
    {
      title: titles.contactEmail,
      take: 'contact { email }',
      value: ({ contact }) => contact?.email,
      width: 24,
    },
    {
      title: titles.areas,
      take: `areas { ${area} }`,
      value: ({ areas }) => pathsOf(areas).join('; '),
      width: 28,
    },
    { title: titles.address, take: 'address', width: 28 },
    { title: titles.reference, take: 'reference' },
    {
      title: titles.uploadAudit,
      take: 'uploadAudit',
      value: ({ uploadAudit }, locale) => inLanguage(yesNo[`${uploadAudit as boolean}`], locale),
      width: 10,
    },
    {
      title: titles.internal,
      take: 'internal',
      value: ({ internal }, locale) => inLanguage(yesNo[`${internal as boolean}`], locale),
      width: 10,
    },
    { title: titles.expireAt, take: 'expireAt', kind: 'instant' },
    { title: titles.created, take: 'createDateTime', kind: 'instant' },
  ],
})
