import { memo } from 'react'
import { type Translate, useTexts } from '../../../lib/texts.ts'
import { Rows } from '../../../shared/list/rows/Rows.tsx'
import { Initial } from '../../../ui/display/Initial.tsx'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import { Check } from '../../../ui/fields/Check.tsx'
import { type MemberRow, nameOf } from '../members.ts'
import { words } from '../words.ts'
import classes from './Grid.module.css'
import type { PendingChanges } from './gridChanges.ts'

interface Column {
  code: string
  label: string
  description: string
}

type OnWant = (
  members: readonly { id: string; held: readonly string[] }[],
  code: string,
  ticked: boolean,
) => void

interface GridTableProps {
  label: string
  columns: readonly Column[]
  rows: readonly MemberRow[] | undefined
  expected: number
  stale: boolean
  heldBy: (row: MemberRow) => readonly string[]
  changes: ReadonlyMap<string, PendingChanges>
  /** Whether the row is read-only. */
  fixed: (row: MemberRow) => boolean
  want: OnWant
}

export function GridTable(props: GridTableProps) {
  const t = useTexts(words)
  const { columns, rows, heldBy, changes, fixed, want } = props
  const open = rows?.filter((row) => !fixed(row)) ?? []

  return (
    <Rows stale={props.stale}>
      <table
        className={classes.grid}
        aria-label={props.label}
        aria-busy={!rows}
        data-many={columns.length > 4 || undefined}
      >
        <thead>
          <tr>
            <th scope="col">{t('grid.member')}</th>
            {columns.map((column) => {
              const ticked = open.filter((row) => isTicked(row, column.code, heldBy, changes)).length
              return (
                <th scope="col" key={column.code} className={classes.columnHead}>
                  <span className={classes.columnName}>
                    <Check
                      aria-label={t('grid.column', { name: column.label })}
                      checked={ticked > 0 && ticked === open.length}
                      mixed={ticked > 0 && ticked < open.length}
                      disabled={!open.length}
                      onChange={(checked) =>
                        want(
                          open.map((row) => ({ id: row.id, held: heldBy(row) })),
                          column.code,
                          checked,
                        )
                      }
                    />
                    <span className={classes.label}>{column.label}</span>
                  </span>
                  <span className={classes.columnText} title={column.description}>
                    {column.description}
                  </span>
                </th>
              )
            })}
            <th scope="col" className={classes.right}>
              {t('grid.held')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <GridRow
                  key={row.id}
                  row={row}
                  held={heldBy(row)}
                  wanted={changes.get(row.id)}
                  fixed={fixed(row)}
                  columns={columns}
                  want={want}
                  t={t}
                />
              ))
            : Array.from({ length: props.expected }, (_, index) => (
                <tr key={index}>
                  <td>
                    <Bar width={96 + (index % 3) * 16} />
                  </td>
                  {columns.map(({ code }) => (
                    <td key={code}>
                      <span className={classes.center}>
                        <Bar width={16} height={16} />
                      </span>
                    </td>
                  ))}
                  <td className={classes.right}>
                    <Bar width={32} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </Rows>
  )
}

const isTicked = (
  row: MemberRow,
  code: string,
  heldBy: GridTableProps['heldBy'],
  changes: GridTableProps['changes'],
) => changes.get(row.id)?.get(code) ?? heldBy(row).includes(code)

interface GridRowProps {
  row: MemberRow
  held: readonly string[]
  wanted: PendingChanges | undefined
  fixed: boolean
  columns: readonly Column[]
  want: OnWant
  t: Translate<typeof words>
}

/** Memoized, so that a row renders again only when its own data changes. */
const GridRow = memo(function GridRow({ row, held, wanted, fixed, columns, want, t }: GridRowProps) {
  const name = nameOf(row)
  const ticked = (code: string) => wanted?.get(code) ?? held.includes(code)
  return (
    <tr>
      <th scope="row">
        <span className={classes.member} title={name}>
          <span className={classes.initial}>
            <Initial name={name} size={24} />
          </span>
          <span className={classes.cut}>{name}</span>
          {row.member?.owner && <Tag tone="info">{t('identity.owner')}</Tag>}
          {row.member?.manager && <Tag>{t('identity.manager')}</Tag>}
          {!row.profile.enabled && <Tag>{t('status.false')}</Tag>}
        </span>
      </th>
      {columns.map(({ code, label }) => {
        // A change is no longer pending if someone else has already made it.
        const changed = wanted?.has(code) && wanted.get(code) !== held.includes(code)
        return (
          <td key={code} data-changed={changed || undefined}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: Check renders the labeled input */}
            <label className={classes.center}>
              <Check
                aria-label={t('grid.cell', { member: name, name: label })}
                checked={ticked(code)}
                disabled={fixed}
                onChange={(checked) => want([{ id: row.id, held }], code, checked)}
              />
            </label>
          </td>
        )
      })}
      <td className={classes.right}>
        {columns.filter(({ code }) => ticked(code)).length} / {columns.length}
      </td>
    </tr>
  )
})
