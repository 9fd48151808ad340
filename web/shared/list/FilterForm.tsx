import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type FormEvent, memo, type ReactNode, useCallback, useId, useState } from 'react'
import { IconChevronDown, IconFilter, IconSearch } from '#icons'
import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { Opening } from '../../ui/dialogs/Opening.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { DayField } from './DayField.tsx'
import styles from './FilterForm.module.css'
import { words } from './words.ts'

const FilterSheet = lazyPart(async () => (await import('./FilterSheet.tsx')).FilterSheet)

export interface FilterField {
  name: string
  label: string
  /** For a date range, the name of the filter for its end. `name` is then the filter for its start. */
  until?: string
  placeholder?: string
  /** Options of a select. If missing, the filter is a text field. */
  options?: readonly { value: string; label: string }[]
  /** Renders a custom control, whose input must have the id `id`. */
  control?: (props: { id: string; value: string; onChange: (value: string) => void }) => ReactNode
  /** Returns the text that is displayed for a value, if it differs from the value. */
  shown?: (value: string) => string
}

type Values = Readonly<Record<string, string>>

interface FilterFormProps {
  label: string
  fields: readonly FilterField[]
  values: Values
  /** Whether the filters beyond the first row are shown. */
  open: boolean
  onOpen: (open: boolean) => void
  onQuery: (values: Values) => void
  onReset: () => void
}

/** Number of columns in a row. A date range takes two columns. */
const inRow = 3

const namesOf = ({ name, until }: FilterField): string[] => (until ? [name, until] : [name])

/** Returns the number of fields that fit into the first row. */
function firstRow(fields: readonly FilterField[]): number {
  const next = fields.findIndex((_, index) => fields.slice(0, index + 1).flatMap(namesOf).length > inRow)
  return next < 0 ? fields.length : next
}

/**
 * Whether an active filter would be invisible, because the collapsed form does not show it and the open view
 * does not set it.
 */
export const isFoldedOver = (
  fields: readonly FilterField[],
  values: Values,
  named: readonly string[],
): boolean =>
  fields
    .slice(firstRow(fields))
    .flatMap(namesOf)
    .some((name) => values[name] && !named.includes(name))

/**
 * Returns whether the window is narrow. All filters are then in a sheet. If the first filter is a text field,
 * the page shows this field too.
 */
const useNarrow = () =>
  useMediaQuery('(max-width: 63.9375rem)', false, { getInitialValueInEffect: false }) ?? false
const typedFirst = ([first]: readonly FilterField[]) =>
  first && !first.options && !first.control && !first.until ? first : undefined

/**
 * Whether the button that opens the filter sheet is the only part of the form on the page. The button is then
 * in the toolbar of the list.
 */
export const useButtonAlone = (fields: readonly FilterField[]): boolean => useNarrow() && !typedFirst(fields)

/**
 * Form for the filters of a list. The filters are applied when the user clicks the search button. Pass the
 * applied values as `key`, so that the form is reset when the URL changes.
 */
export function FilterForm({ label, fields, values, open, onOpen, onQuery, onReset }: FilterFormProps) {
  const t = useTexts(words)
  const narrow = useNarrow()
  const [draft, setDraft] = useState(values)
  const shown = firstRow(fields)
  const hidden = fields.slice(shown)
  const used = (field: FilterField) => namesOf(field).some((name) => values[name])
  const folded = hidden.filter(used).length
  // undefined until the sheet is opened for the first time, so that its code is not loaded earlier.
  const [sheet, setSheet] = useState<boolean>()

  const set = useCallback(
    (name: string) => (value: string) => setDraft((last) => ({ ...last, [name]: value })),
    [],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSheet((shown) => shown && false)
    onQuery(draft)
  }
  const reset = () => {
    setDraft(Object.fromEntries(fields.flatMap(namesOf).map((name) => [name, ''])))
    setSheet((shown) => shown && false)
    onReset()
  }

  if (narrow) {
    const first = typedFirst(fields)
    const active = fields.slice(first ? 1 : 0).filter(used).length
    return (
      <search>
        <form className={styles.quick} aria-label={label} onSubmit={submit}>
          {first && (
            <TextInput
              className={styles.quickField}
              leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
              aria-label={first.label}
              placeholder={first.placeholder ?? first.label}
              value={draft[first.name] ?? ''}
              maxLength={limits.name.max}
              enterKeyHint="search"
              onChange={(event) => set(first.name)(event.currentTarget.value)}
            />
          )}
          {fields.length > (first ? 1 : 0) && (
            <Button
              variant="default"
              leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setSheet(true)}
            >
              {active ? t('filterCount', { count: active }) : t('filter')}
            </Button>
          )}
        </form>
        {sheet !== undefined && (
          <Opening opened={sheet} onClose={() => setSheet(false)}>
            <FilterSheet opened={sheet} onClose={() => setSheet(false)} onSubmit={submit} onReset={reset}>
              {fields.map((field) => (
                <Field key={field.name} field={field} draft={draft} set={set} />
              ))}
            </FilterSheet>
          </Opening>
        )}
      </search>
    )
  }

  return (
    <search>
      <form className={styles.form} aria-label={label} onSubmit={submit}>
        <div className={styles.fields}>
          {(open ? fields : fields.slice(0, shown)).map((field) => (
            <Field key={field.name} field={field} draft={draft} set={set} />
          ))}
        </div>
        <div className={styles.actions}>
          <Button type="submit" leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}>
            {t('query')}
          </Button>
          <Button variant="default" onClick={reset}>
            {t('reset')}
          </Button>
          {hidden.length > 0 && (
            <button
              type="button"
              className={`link ${styles.more}`}
              aria-expanded={open}
              onClick={() => onOpen(!open)}
            >
              {open ? t('collapse') : folded ? t('expandCount', { count: folded }) : t('expand')}
              <IconChevronDown size={14} stroke={1.6} aria-hidden />
            </button>
          )}
        </div>
      </form>
    </search>
  )
}

interface FieldProps {
  field: FilterField
  draft: Values
  set: (name: string) => (value: string) => void
}

/**
 * Memoized, so that a change in another field does not rerender this one. `field` must therefore be
 * referentially stable.
 */
const Field = memo(function Field({ field, draft, set }: FieldProps) {
  const t = useTexts(words)
  const id = useId()
  const { name, label, until, control, options, placeholder } = field
  if (until) return <Range {...{ label, draft, set }} names={[name, until]} />
  const value = draft[name] ?? ''
  const onChange = set(name)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {control ? (
        control({ id, value, onChange })
      ) : options ? (
        <Select
          id={id}
          value={value}
          data={[{ value: '', label: t('all') }, ...options]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          id={id}
          value={value}
          placeholder={placeholder}
          maxLength={limits.name.max}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
})

interface RangeProps extends Omit<FieldProps, 'field'> {
  label: string
  /** Names of the filters for the first and the last day of the range. */
  names: readonly [string, string]
}

/** Fields for a date range. Either end can be left empty. */
function Range({ label, names: [from, until], draft, set }: RangeProps) {
  const t = useTexts(words)
  const day = (name: string, ariaLabel: string) => (
    <DayField aria-label={ariaLabel} value={draft[name] ?? ''} onChange={set(name)} />
  )
  return (
    <div className={styles.field} data-range>
      <span className={styles.label}>{label}</span>
      <div className={styles.range}>
        {day(from, t('rangeFrom', { label }))}
        <span aria-hidden="true">–</span>
        {day(until, t('rangeUntil', { label }))}
      </div>
    </div>
  )
}
