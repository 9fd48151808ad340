import { inLanguage, listing } from '../core/listing.ts'
import { results, targets, titles } from './listing.words.ts'

/** A file for other programs too: actions and fields are called as in the contract, changes are JSON. */
listing({
  name: 'events',
  title: titles.list,
  field: 'queryAuditEvent',
  tenantOf: ({ tenantId }) => tenantId,
  columns: [
    { title: titles.time, take: 'dateTime', kind: 'instant' },
    { title: titles.action, take: 'action', width: 24 },
    {
      title: titles.result,
      take: 'success',
      value: ({ success }, locale) => inLanguage(results[`${success as boolean}`], locale),
      width: 10,
    },
    { title: titles.actor, take: 'actor { id name }', value: ({ actor }) => actor?.name },
    { title: titles.actorId, take: 'actor { id }', value: ({ actor }) => actor?.id, width: 38 },
    {
      title: titles.targetType,
      take: 'targetType',
      value: ({ targetType }, locale) =>
        targets[targetType] ? inLanguage(targets[targetType], locale) : targetType,
      width: 12,
    },
    {
      title: titles.target,
      take: 'targetId names',
      value: ({ targetId, names }) => names[targetId],
      width: 24,
    },
    { title: titles.targetId, take: 'targetId', width: 38 },
    {
      title: titles.tenant,
      take: 'tenantId names',
      value: ({ tenantId, names }) => names[tenantId],
      width: 24,
    },
    { title: titles.ip, take: 'ip' },
    {
      title: titles.changes,
      take: 'changes',
      value: ({ changes }) => (Object.keys(changes).length ? JSON.stringify(changes) : null),
      width: 60,
    },
    { title: titles.id, take: 'id', width: 38 },
  ],
})
