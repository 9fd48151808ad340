import type * as labels from './labels.ts'

export const deviceStatusLabels: typeof labels.deviceStatusLabels = {
  PRODUCED: 'Inactive',
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  EXPIRED: 'Expired',
  RETIRED: 'Retired',
}

export const tenantStatusLabels: typeof labels.tenantStatusLabels = {
  PREPARE: 'In review',
  REJECT: 'Rejected',
  FINISH: 'Active',
  EXPIRED: 'Expired',
}

export const roleLabels: typeof labels.roleLabels = {
  VIEWER: 'View',
  OPERATOR: 'Run',
  DEVELOPER: 'Develop',
  MANAGER: 'Publish',
}

/**
 * The same function as withPrefix in labels.ts. It is duplicated, because importing labels.ts would add
 * another chunk that must be loaded before the English texts.
 */
export const withPrefix = <const Prefix extends string, Value extends string>(
  prefix: Prefix,
  labels: Readonly<Record<Value, string>>,
) =>
  Object.fromEntries(Object.entries<string>(labels).map(([value, label]) => [prefix + value, label])) as {
    readonly [Each in Value as `${Prefix}${Each}`]: string
  }
