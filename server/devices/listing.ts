import type { DeviceStatus } from '../../contract/states.ts'
import { inLanguage, listing } from '../core/listing.ts'
import { statusWords, titles, yesNo } from './listing.words.ts'

listing({
  name: 'devices',
  title: titles.list,
  field: 'queryDevice',
  tenantOf: ({ tenantId }) => tenantId,
  columns: [
    { title: titles.id, take: 'id', width: 24 },
    { title: titles.name, take: 'name', width: 24 },
    {
      title: titles.tenant,
      take: 'tenant { id name }',
      value: ({ tenant }) => tenant?.name,
      width: 24,
    },
    { title: titles.tenantId, take: 'tenant { id }', value: ({ tenant }) => tenant?.id, width: 38 },
    {
      title: titles.status,
      take: 'status',
      value: ({ status }, locale) => inLanguage(statusWords[status as DeviceStatus], locale),
      width: 10,
    },
    {
      title: titles.connect,
      take: 'currentConnect { status ip address }',
      value: ({ currentConnect }, locale) =>
        inLanguage(yesNo[currentConnect?.status === 'ONLINE' ? 'true' : 'false'], locale),
      width: 8,
    },
    { title: titles.lastSeen, take: 'lastSeenDateTime', kind: 'instant' },
    {
      title: titles.ip,
      take: 'currentConnect { ip }',
      value: ({ currentConnect }) => currentConnect?.ip,
    },
    {
      title: titles.address,
      take: 'currentConnect { address }',
      value: ({ currentConnect }) => currentConnect?.address,
    },
    { title: titles.contactName, take: 'contactName' },
    { title: titles.contactMobilePhone, take: 'contactMobilePhone' },
    { title: titles.businessMan, take: 'businessMan' },
    { title: titles.customerName, take: 'customer { name }', value: ({ customer }) => customer?.name },
    { title: titles.specification, take: 'specification', width: 24 },
    {
      title: titles.versions,
      take: 'versionMap',
      value: ({ versionMap }) =>
        Object.entries(versionMap)
          .map(([part, version]) => `${part} ${version}`)
          .join('; '),
      width: 24,
    },
    { title: titles.produceDate, take: 'produceDate', kind: 'instant' },
    { title: titles.expiredDate, take: 'expiredDate', kind: 'instant' },
    { title: titles.validDays, take: 'validDays', width: 10 },
    { title: titles.created, take: 'createDateTime', kind: 'instant' },
  ],
})
