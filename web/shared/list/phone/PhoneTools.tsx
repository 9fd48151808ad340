import { Button } from '@mantine/core'
import { required } from '../../../../contract/required.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import type { Column } from '../columns/column.ts'
import { ordersOf, type Sort } from '../search-params.ts'
import { words } from '../words.ts'
import styles from './PhoneTools.module.css'

interface PhoneToolsProps {
  columns: readonly Pick<Column<never>, 'label' | 'sort' | 'order' | 'card'>[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** Starts selection mode. Missing if there are no bulk actions. */
  onSelect: (() => void) | undefined
}

/** Tools for sorting and selecting rows on phones, where cards replace the table and its header. */
export function PhoneTools({ columns, sort, onSort, onSelect }: PhoneToolsProps) {
  const t = useTexts(words)
  const sorts = columns.some(({ card }) => card)
    ? columns.flatMap((column) =>
        ordersOf(column).map((order) => ({
          field: required(column.sort, 'sort'),
          order,
          label: column.label,
        })),
      )
    : []
  const keyOf = ({ field, order }: Sort) => `${field}.${order}`
  if (!sorts.length && !onSelect) return null
  return (
    <div className={styles.tools}>
      {sorts.length > 0 && (
        <Select
          className={styles.sort}
          aria-label={t('sort')}
          value={sort ? keyOf(sort) : ''}
          data={[
            { value: '', label: t('unsorted') },
            ...sorts.map((each) => ({
              value: keyOf(each),
              label: t(`sort.${each.order}`, { column: each.label }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const found = sorts.find((each) => keyOf(each) === value)
            onSort(found ? { field: found.field, order: found.order } : null)
          }}
        />
      )}
      {onSelect && (
        <Button variant="default" className={styles.select} onClick={onSelect}>
          {t('select')}
        </Button>
      )}
    </div>
  )
}
