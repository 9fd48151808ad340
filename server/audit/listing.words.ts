import type { Both } from '../core/listing.ts'

export const titles = {
  list: ['操作记录', 'Activity log'],
  time: ['时间', 'Time'],
  action: ['操作', 'Action'],
  result: ['结果', 'Result'],
  actor: ['操作人', 'By'],
  operation: ['操作代码', 'Operation'],
  actorId: ['操作人编号', 'Account ID'],
  targetType: ['对象类型', 'Kind'],
  target: ['对象', 'Target'],
  targetId: ['对象编号', 'ID'],
  tenant: ['组织', 'Organization'],
  tenantId: ['组织编号', 'Organization ID'],
  ip: ['IP 地址', 'IP address'],
  changes: ['变更内容', 'Changes'],
  data: ['变更数据', 'Changes as data'],
  id: ['记录编号', 'Entry ID'],
} as const satisfies Record<string, Both>

export const results = { true: ['成功', 'Succeeded'], false: ['未成功', 'Failed'] } as const satisfies Record<
  string,
  Both
>
