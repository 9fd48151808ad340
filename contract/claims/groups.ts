/** The placeholders of a template for the claim `groups`. */
export const groupPlaceholders = ['organization', 'organization_id', 'role', 'code'] as const
type Placeholder = (typeof groupPlaceholders)[number]

/** The placeholders as they are written in a template. */
export const placeholderNames = groupPlaceholders.map((name) => `{${name}}`).join(' ')

/** The values of the placeholders for a person in one organization. */
export type GroupValues = Record<Placeholder, readonly string[]>

/** Limits of a template in characters and lines, and of the resulting claim, which is part of every ID token. */
export const groupLimits = { template: 500, lines: 10, groups: 200 }

const placeholder = /\{(\w*)\}/g
const linesOf = (template: string): string[] =>
  template
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Whether the template is short enough and has only known placeholders. */
export const isGroupsTemplate = (template: string): boolean =>
  template.length <= groupLimits.template &&
  linesOf(template).length <= groupLimits.lines &&
  [...template.matchAll(placeholder)].every(([, name]) => groupPlaceholders.includes(name as Placeholder))

/**
 * Returns the groups that a template makes of the values, at most 200. Each line makes one group for every
 * combination of the values of its placeholders, so a line with an empty placeholder makes none.
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
