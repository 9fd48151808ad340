import type { DeviceStatus, PalgoRole, TenantStatus } from '../states.ts'

// Chinese labels that are used by lists, exports, charts and the audit log. The English labels are in
// labels.en.ts.

export const deviceStatusLabels: Readonly<Record<DeviceStatus, string>> = {
  PRODUCED: '未激活',
  ACTIVE: '使用中',
  SUSPENDED: '已停用',
  EXPIRED: '已到期',
  RETIRED: '已报废',
}

/** The review pages for organization requests use labels of their own. */
export const tenantStatusLabels: Readonly<Record<TenantStatus, string>> = {
  PREPARE: '待审核',
  REJECT: '已驳回',
  FINISH: '正常',
  EXPIRED: '已到期',
}

/** Labels of the roles that a member can have for algorithms. */
export const roleLabels: Readonly<Record<PalgoRole, string>> = {
  VIEWER: '算法查看',
  OPERATOR: '算法运行',
  DEVELOPER: '算法开发',
  MANAGER: '算法管理',
}

/** Returns the labels with a prefix before each key, for example `status.ACTIVE`. */
export const withPrefix = <const Prefix extends string, Value extends string>(
  prefix: Prefix,
  labels: Readonly<Record<Value, string>>,
) =>
  Object.fromEntries(Object.entries<string>(labels).map(([value, label]) => [prefix + value, label])) as {
    readonly [Each in Value as `${Prefix}${Each}`]: string
  }
