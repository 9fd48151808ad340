import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { texts } from '../../../lib/texts.ts'
import { mount } from '../../../testing/mount.tsx'
import type { Column } from '../columns/column.ts'
import { words } from '../words.ts'
import { TableRow } from './TableRow.tsx'

const columns: readonly Column<unknown>[] = [{ key: 'name', label: 'Name', cell: (row) => String(row) }]
const actions = (row: unknown) => (
  <details>
    <summary>more</summary>
    <p>{`delete ${row}`}</p>
  </details>
)

let show: (row: string) => void

function Slot() {
  const [row, setRow] = useState('first')
  show = setRow
  const rest = { chosen: undefined, closed: undefined, choose: undefined }
  return (
    <table>
      <tbody>
        <TableRow id={row} row={row} name={row} {...{ columns, actions, ...rest }} t={texts(words)} />
      </tbody>
    </table>
  )
}

test('closes the open menu of a row when its DOM elements are reused for another row', async () => {
  await mount(<Slot />)
  const menuOf = (row: string) => expect.element(page.getByText(`delete ${row}`))
  for (const [row, next] of [
    ['first', 'second'],
    ['second', 'third'],
  ] as const) {
    await page.getByText('more').click()
    await menuOf(row).toBeVisible()
    show(next)
    await expect.element(page.getByRole('cell', { name: next, exact: true })).toBeVisible()
    await menuOf(next).not.toBeVisible()
  }
})
