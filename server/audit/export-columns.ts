import {
  type AuditFormatter,
  actionKeyOf,
  actorOf,
  changesOf,
  summaryOf,
  targetNameOf,
  tenantOf,
  word,
} from '../../contract/audit/event-texts.ts'
import { en } from '../../contract/audit/words.en.ts'
import { zh } from '../../contract/audit/words.ts'
import { graphql, listExport, type Reader } from '../core/list-export.ts'
import { inLanguage } from '../core/words.ts'

const formatterFor = (reader: Reader): AuditFormatter => ({
  ...reader,
  t: (key) => (reader.locale === 'zh-CN' ? zh : en)[key] ?? key,
})

/**
 * The exported file is for both people and programs. It therefore contains readable labels, the GraphQL names
 * of the same values, and the changes as JSON.
 */
listExport({
  name: 'events',
  title: ['操作日志', 'Audit log'],
  field: 'queryAuditEvent',
  rows: graphql(`fragment Row on AuditEvent {
    id dateTime action success actor { id name } actorHidden application { name } applicationId tenantId targetType targetId ip changes names
  }`),
  tenantOf: ({ tenantId }) => tenantId,
  columns: [
    { title: ['时间', 'Time'], value: 'dateTime', kind: 'instant' },
    {
      title: ['操作', 'Action'],
      value: (row, _locale, reader) => word(formatterFor(reader).t, 'action', actionKeyOf(row)),
      width: 24,
    },
    {
      title: ['结果', 'Result'],
      value: ({ success }, locale) =>
        inLanguage(success ? ['成功', 'Succeeded'] : ['失败', 'Failed'], locale),
      width: 10,
    },
    {
      title: ['操作人', 'By'],
      value: (row, _locale, reader) => actorOf(formatterFor(reader).t, row),
    },
    {
      title: ['对象类型', 'Target type'],
      value: ({ targetType }, _locale, reader) => word(formatterFor(reader).t, 'target', targetType),
      width: 12,
    },
    {
      title: ['对象', 'Target'],
      value: targetNameOf,
      width: 24,
    },
    { title: ['组织', 'Organization'], value: tenantOf, width: 24 },
    {
      title: ['变更内容', 'Changes'],
      value(row, _locale, reader) {
        const speech = formatterFor(reader)
        return summaryOf(speech.t, changesOf(speech, row))
      },
      width: 60,
    },
    { title: ['IP 地址', 'IP address'], value: 'ip' },
    { title: ['日志编号', 'Entry ID'], value: 'id', width: 38 },
    { title: ['操作代码', 'Action code'], value: 'action', width: 24 },
    {
      title: ['操作人编号', 'Actor ID'],
      value: ({ actor }) => actor?.id,
      width: 38,
    },
    { title: ['对象编号', 'Target ID'], value: 'targetId', width: 38 },
    { title: ['组织编号', 'Organization ID'], value: 'tenantId', width: 38 },
    {
      title: ['变更数据', 'Changes as data'],
      value: ({ changes }) => (Object.keys(changes).length ? JSON.stringify(changes) : null),
      width: 60,
    },
  ],
})
