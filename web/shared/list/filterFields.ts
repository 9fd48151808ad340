import type { FilterRule } from '../../../contract/lists.ts'
import type { FilterField } from './FilterForm.tsx'
import type { FilterRules } from './search-params.ts'

/** Display settings of one filter. A filter with a fixed set of values must have a label for each value. */
type Shown<Rules extends FilterRules, Name extends keyof Rules> = Omit<FilterField, 'name' | 'until'> & {
  /** For a date range, the name of the filter for its end. */
  until?: keyof Rules & string
} & (Rules[Name] extends readonly (infer Value extends string)[]
    ? { option: (value: Value) => string } | Required<Pick<FilterField, 'options'>>
    : object)

type ShownFields<Rules extends FilterRules> = {
  readonly [Name in keyof Rules]: Shown<Rules, Name> | false
}

/**
 * Returns the fields of a filter form, in the given order. Each filter of the list must be specified, so that
 * none is omitted by accident. `false` means that the filter has no field of its own, for example because it
 * is the end of a date range.
 */
export function filterFields<Rules extends FilterRules>(
  { filters }: { filters: Rules },
  fields: ShownFields<Rules>,
): FilterField[] {
  type NamedField = (FilterField & { option?: (value: string) => string }) | false
  const named = fields as unknown as Readonly<Record<string, NamedField>>
  return Object.entries(named).flatMap(([name, field]) => {
    if (!field) return []
    const { option, ...shown } = field
    const rule: FilterRule | undefined = filters[name]
    const values = typeof rule === 'object' ? rule : []
    const options = option && values.map((value) => ({ value, label: option(value) }))
    return [{ ...shown, name, ...(options && { options }) }]
  })
}
