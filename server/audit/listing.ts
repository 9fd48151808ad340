import {
  actorOf,
  changesOf,
  type RecordedEvent,
  type Speech,
  summaryOf,
  tenantOf,
  word,
} from '../../contract/audit/say.ts'
import { en } from '../../contract/audit/words.en.ts'
import { zh } from '../../contract/audit/words.ts'
import { inLanguage, listing, type Reader } from '../core/listing.ts'
import { results, titles } from './listing.words.ts'

const speechTo = (reader: Reader): Speech => ({
  ...reader,
  t: (key) => (reader.locale === 'zh-CN' ? zh : en)[key] ?? key,
})

/** For people and for programs: beside the words stand the names that the contract has, and the changes as JSON. */
listing({
  name: 'events',
  title: titles.list,
  field: 'queryAuditEvent',
  tenantOf: ({ tenantId }) => tenantId,
  columns: [
    { title: titles.time, take: 'dateTime', kind: 'instant' },
    {
      title: titles.action,
      take: 'action',
      value: ({ action }, _locale, reader) => word(speechTo(reader).t, 'action', action),
      width: 24,
    },
    {
      title: titles.result,
      take: 'success',
      value: ({ success }, locale) => inLanguage(results[`${success as boolean}`], locale),
      width: 10,
    },
    {
      title: titles.actor,
      take: 'actor { id name } actorHidden',
      value: (event: RecordedEvent, _locale, reader) => actorOf(speechTo(reader).t, event),
    },
    {
      title: titles.targetType,
      take: 'targetType',
      value: ({ targetType }, _locale, reader) => word(speechTo(reader).t, 'target', targetType),
      width: 12,
    },
    {
      title: titles.target,
      take: 'targetId names',
      value: ({ targetId, names }) => names[targetId],
      width: 24,
    },
    {
      title: titles.tenant,
      take: 'tenantId names',
      value: (event: RecordedEvent) => tenantOf(event),
      width: 24,
    },
    {
      title: titles.changes,
      take: 'changes',
      value(event: RecordedEvent, _locale, reader) {
        const speech = speechTo(reader)
        return summaryOf(speech.t, changesOf(speech, event))
      },
      width: 60,
    },
    { title: titles.ip, take: 'ip' },
    { title: titles.id, take: 'id', width: 38 },
    { title: titles.operation, take: 'action', width: 24 },
    { title: titles.actorId, take: 'actor { id }', value: ({ actor }) => actor?.id, width: 38 },
    { title: titles.targetId, take: 'targetId', width: 38 },
    { title: titles.tenantId, take: 'tenantId', width: 38 },
    {
      title: titles.data,
      take: 'changes',
      value: ({ changes }) => (Object.keys(changes).length ? JSON.stringify(changes) : null),
      width: 60,
    },
  ],
})
