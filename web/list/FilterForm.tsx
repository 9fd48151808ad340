import { Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type FormEvent, type ReactNode, Suspense, useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useTexts } from '../lib/texts.ts'
import { lazyPart } from '../network.ts'
import { Select } from '../ui/fields/Select.tsx'
import styles from './FilterForm.module.css'
import { words } from './words.ts'

const FilterSheet = lazyPart(async () => (await import('./FilterSheet.tsx')).FilterSheet)

export interface FilterField {
  name: string
  label: string
  placeholder?: string
  /** Values to choose from; without them, free text. */
  options?: readonly { value: string; label: string }[]
  /** Another control than a text or a choice. `id` belongs to its input. */
  control?: (props: { id: string; value: string; onChange: (value: string) => void }) => ReactNode
  /** Its value in words, where the value itself is none. */
  shown?: (value: string) => string
}

type Values = Readonly<Record<string, string>>

interface FilterFormProps {
  label: string
  fields: readonly FilterField[]
  values: Values
  /** Whether those beyond the first row are shown. */
  open: boolean
  onOpen: (open: boolean) => void
  onQuery: (values: Values) => void
  onReset: () => void
}

const inRow = 3

/** Whether the list is narrowed by a filter that neither the folded form shows nor the open view names. */
export const isFoldedOver = (
  fields: readonly FilterField[],
  values: Values,
  named: readonly string[],
): boolean => fields.slice(inRow).some(({ name }) => values[name] && !named.includes(name))

/** What is typed counts once 查询 is pressed. `key` it by the values that count, so that it follows the URL. */
export function FilterForm({ label, fields, values, open, onOpen, onQuery, onReset }: FilterFormProps) {
  const t = useTexts(words)
  const narrow = useMediaQuery('(max-width: 1023px)', false, { getInitialValueInEffect: false })
  const [draft, setDraft] = useState(values)
  const hidden = fields.slice(inRow)
  const folded = hidden.filter(({ name }) => values[name]).length
  // undefined: never opened, so not loaded
  const [sheet, setSheet] = useState<boolean>()

  const set = (name: string) => (value: string) => setDraft((last) => ({ ...last, [name]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSheet((shown) => shown && false)
    onQuery(draft)
  }
  const reset = () => {
    setDraft(Object.fromEntries(fields.map(({ name }) => [name, ''])))
    setSheet((shown) => shown && false)
    onReset()
  }

  if (narrow) {
    // Text filters are in the page; where the first is a choice, all are in the sheet.
    const first = fields[0]?.options || fields[0]?.control ? undefined : fields[0]
    const active = fields.slice(first ? 1 : 0).filter(({ name }) => values[name]).length
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
          <Suspense>
            <FilterSheet opened={sheet} onClose={() => setSheet(false)} onSubmit={submit} onReset={reset}>
              {fields.map((field) => (
                <Field
                  key={field.name}
                  field={field}
                  value={draft[field.name] ?? ''}
                  onChange={set(field.name)}
                />
              ))}
            </FilterSheet>
          </Suspense>
        )}
      </search>
    )
  }

  return (
    <search>
      <form className={styles.form} aria-label={label} onSubmit={submit}>
        <div className={styles.fields}>
          {(open ? fields : fields.slice(0, inRow)).map((field) => (
            <Field
              key={field.name}
              field={field}
              value={draft[field.name] ?? ''}
              onChange={set(field.name)}
            />
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

function Field({
  field,
  value,
  onChange,
}: {
  field: FilterField
  value: string
  onChange: (value: string) => void
}) {
  const t = useTexts(words)
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {field.label}
      </label>
      {field.control ? (
        field.control({ id, value, onChange })
      ) : field.options ? (
        <Select
          id={id}
          value={value}
          data={[{ value: '', label: t('all') }, ...field.options]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          id={id}
          value={value}
          placeholder={field.placeholder}
          maxLength={limits.name.max}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
