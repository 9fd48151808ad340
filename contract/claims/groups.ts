/** Placeholders that can be used in a template of the claim `groups`. */
export const groupPlaceholders = ['organization', 'organization_id', 'role', 'code'] as const
type Placeholder = (typeof groupPlaceholders)[number]

/** All placeholders in template syntax, separated by spaces, for error messages and help texts. */
export const placeholderNames = groupPlaceholders.map((name) => `{${name}}`).join(' ')

/** The values of each placeholder for one member of an organization. */
export type GroupValues = Record<Placeholder, readonly string[]>

/**
 * `template` is the maximum length of a template in characters, `lines` the maximum number of its lines, and
 * `groups` the maximum number of groups in the claim. The claim is limited because it is part of every ID
 * token.
 */
export const groupLimits = { template: 500, lines: 10, groups: 200 }

const placeholder = /\{(\w*)\}/g
const linesOf = (template: string): string[] =>
  template
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Whether the template is within the limits and contains only known placeholders. */
export const isGroupsTemplate = (template: string): boolean =>
  template.length <= groupLimits.template &&
  linesOf(template).length <= groupLimits.lines &&
  [...template.matchAll(placeholder)].every(([, name]) => groupPlaceholders.includes(name as Placeholder))

/**
 * Expands a template to at most 200 groups. Each line gives one group for every combination of the values of
 * its placeholders. A line gives no groups if one of its placeholders has no value.
 */
export const groupsOf = (template: string, values: GroupValues): string[] => {
  const groups = linesOf(template).flatMap((line) => expand(line, values))
  return [...new Set(groups)].slice(0, groupLimits.groups)
}

function expand(line: string, values: GroupValues): string[] {
  const names = [...new Set([...line.matchAll(placeholder)].map(([, name]) => name as Placeholder))]
  let combinations: Partial<Record<Placeholder, string>>[] = [{}]
  for (const name of names)
    combinations = combinations.flatMap((combination) =>
      values[name].map((value) => ({ ...combination, [name]: value })),
    )
  return combinations.map((combination) =>
    line.replace(placeholder, (_whole, name: Placeholder) => combination[name] ?? ''),
  )
}
