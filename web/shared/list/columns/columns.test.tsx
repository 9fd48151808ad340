import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, mount } from '../../../testing/mount.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { useColumns } from './useColumns.ts'

const columns = ['Name', 'Number', 'State', 'Version'].map((label) => ({ key: label.toLowerCase(), label }))

function Head() {
  const { shown, chooser } = useColumns('test', columns)
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        again
      </button>
      {open && (
        <>
          <p>{shown.map(({ label }) => label).join(' ')}</p>
          <ColumnChooser {...chooser} />
        </>
      )}
    </>
  )
}

const expectText = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const item = (name: string) => page.getByRole('menuitemcheckbox', { name })

test('the column menu moves a column with Alt and the arrow keys, and announces, stores and resets the order', async () => {
  await mount(<Head />)
  await expectText('Name Number State Version')
  await button('显示列').click()
  item('Version').element().focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expectText('Name Number Version State')
  await expect.element(item('Version')).toHaveFocus()
  await expect.element(page.getByRole('status')).toHaveTextContent('“Version”现在是第 2 列，共 3 列')
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  await expectText('Name Version Number State')
  // Without Alt, the arrow keys move the focus between the items.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Number')).toHaveFocus()
  await item('State').click()
  await expectText('Name Version Number')
  await userEvent.keyboard('{Escape}')
  await button('again').click()
  await button('again').click()
  await expectText('Name Version Number')
  await button('显示列').click()
  await page.getByRole('menuitem', { name: '恢复默认' }).click()
  await expectText('Name Number State Version')
})

test('moves a column by drag and drop without hiding it', async () => {
  await mount(<Head />)
  await button('显示列').click()
  const grip = (name: string) => item(name).getByTitle('拖动调整顺序')
  await userEvent.dragAndDrop(grip('Number'), item('Version'))
  await expectText('Name State Version Number')
  await expect.element(item('Number')).toBeChecked()
  await userEvent.dragAndDrop(grip('Number'), item('State'))
  await expectText('Name Number State Version')
})
