import { useLocation } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { memberRules } from '../../../../contract/lists.ts'
import { required } from '../../../../contract/required.ts'
import { listSearch } from '../../../shared/list/search-params.ts'
import { button, field, mount, refuse } from '../../../testing/mount.tsx'
import { Toaster } from '../../../ui/feedback/Toaster.tsx'
import type { MemberRow } from '../members.ts'
import type { Tenant } from '../tenant.ts'
import { PermissionGrid, type Permissions } from './PermissionGrid.tsx'

const permissions: Permissions = {
  filter: 'code',
  label: 'Codes',
  columns: ['look', 'change'].map((code) => ({ code, label: code, description: `may ${code}` })),
  of: ({ member }) => member?.authCodes ?? [],
  change: (operatorId, add, remove) => ({
    operatorId,
    addAuthCodes: [...add],
    removeAuthCodes: [...remove],
  }),
}

const member = (name: string, more: object = {}, profile: object = {}) =>
  ({
    id: name,
    name,
    profile: { enabled: true, ...profile },
    member: {
      displayName: null,
      owner: false,
      manager: false,
      roles: [],
      authCodes: ['look'],
      viewerCan: { setPermissions: true },
      ...more,
    },
  }) as unknown as MemberRow

const readSearch = listSearch(memberRules)

function Grid({ manage, given }: { manage: boolean; given: Permissions }) {
  const search = readSearch(useLocation({ select: ({ search }) => search }))
  return (
    <>
      <PermissionGrid
        permissions={given}
        tenant={{ viewerCan: { manageMembers: manage } } as Tenant}
        search={search}
      />
      <Toaster />
    </>
  )
}

/**
 * Renders a permission grid with one row for each member. `saved` is the server's response to saving changes.
 */
async function grid(
  rows: MemberRow[],
  {
    manage = true,
    given = permissions,
    width = 1200,
    saved = (): object => ({ saveTenantPermissions: [] }),
  } = {},
) {
  await page.viewport(width, 800)
  const { asked } = await mount(<Grid manage={manage} given={given} />, {
    path: '/?size=10',
    answers: {
      QueryOperator: ({ first }) => ({
        queryOperator: {
          count: rows.length,
          countExact: true,
          data: rows.slice(Number(first), Number(first) + 10),
        },
      }),
      SaveTenantPermissions: saved,
    },
  })
  return { sent: () => asked('SaveTenantPermissions').map(({ changes }) => changes) }
}

const box = (name: string, code: string) => field(`${name}：${code}`)
const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const unsaved = () => page.getByText('未保存')

test('counts unsaved permission changes, except reverted and discarded ones', async () => {
  const { sent } = await grid([member('Wang'), member('Li')])
  await box('Wang', 'change').click()
  await shows('1 处更改未保存')
  await shows('2 / 2')
  await box('Li', 'look').click()
  await shows('2 处更改未保存')
  await shows('涉及 2 人，授予 1 项，收回 1 项')
  await box('Wang', 'change').click()
  await shows('1 处更改未保存')
  await button('放弃').click()
  await expect.element(unsaved()).not.toBeInTheDocument()
  await expect.element(box('Li', 'look')).toBeChecked()
  expect(sent()).toEqual([])
})

test('locks the permissions of owners, managers, disabled members and members that the viewer cannot change', async () => {
  const fixed = [
    member('Owner', { owner: true }),
    member('Manager', { manager: true }),
    member('Disabled', {}, { enabled: false }),
    member('Other', { viewerCan: { setPermissions: false } }),
  ]
  const { sent } = await grid([...fixed, member('Wang'), member('Li', { authCodes: ['look', 'change'] })])
  for (const { name } of fixed) await expect.element(box(name, 'look')).toBeDisabled()
  // The checkbox in a column header selects all editable members on the page.
  const column = field('为本页所有成员勾选change')
  await expect.element(column).toBePartiallyChecked()
  await column.click()
  await expect.element(column).toBeChecked()
  await shows('1 处更改未保存')
  await button('保存更改').click()
  await shows('已保存 1 处更改')
  expect(sent()).toEqual([[{ operatorId: 'Wang', addAuthCodes: ['change'], removeAuthCodes: [] }]])
})

test('locks all permissions if the viewer cannot manage members', async () => {
  await grid([member('Wang')], { manage: false })
  await expect.element(box('Wang', 'look')).toBeDisabled()
  await expect.element(field('为本页所有成员勾选look')).toBeDisabled()
})

test('retains unsaved changes when the user opens another page of the list, and saves them together', async () => {
  const { sent } = await grid(Array.from({ length: 12 }, (_, index) => member(`Member ${index + 1}`)))
  await box('Member 1', 'change').click()
  await button('下一页').click()
  await box('Member 11', 'look').click()
  await button('上一页').click()
  await expect.element(box('Member 1', 'change')).toBeChecked()
  await shows('2 处更改未保存')
  await button('保存更改').click()
  await expect.element(unsaved()).not.toBeInTheDocument()
  expect(sent()).toEqual([
    [
      { operatorId: 'Member 1', addAuthCodes: ['change'], removeAuthCodes: [] },
      { operatorId: 'Member 11', addAuthCodes: [], removeAuthCodes: ['look'] },
    ],
  ])
})

test('if the server rejects the change to one member, drops that change and saves the others', async () => {
  const gone = member('Gone')
  const rows = [member('Wang'), gone]
  const { sent } = await grid(rows, {
    saved: () => {
      if (!rows.includes(gone)) return { saveTenantPermissions: [] }
      rows.splice(1, 1)
      return refuse('NOT_FOUND', 'no member any more', { Gone: 'no member any more' })
    },
  })
  await box('Wang', 'change').click()
  await box('Gone', 'change').click()
  await button('保存更改').click()
  await shows('1 处更改未保存')
  await expect.element(box('Gone', 'change')).not.toBeInTheDocument()
  await button('保存更改').click()
  await expect.element(unsaved()).not.toBeInTheDocument()
  expect(sent()[1]).toEqual([{ operatorId: 'Wang', addAuthCodes: ['change'], removeAuthCodes: [] }])
})

test('the permission table fits six long names on a phone, and its checkboxes react to clicks anywhere in a cell', async () => {
  const columns = ['look', 'change', 'upload', 'download', 'label', 'delete'].map((code) => ({
    code,
    label: `${code} the data`,
    description: code,
  }))
  await grid([member('Wang')], { given: { ...permissions, columns }, width: 360 })
  await expect.element(box('Wang', 'delete the data')).toBeVisible()
  const table = required(document.querySelector('table'), 'table')
  expect(table.scrollWidth).toBeLessThanOrEqual(required(table.parentElement, 'parentElement').clientWidth)
  const cell = required(
    box('Wang', 'delete the data').element().closest('td'),
    'result of closest',
  ).getBoundingClientRect()
  const corner = document.elementFromPoint(cell.x + 4, cell.y + 4) as HTMLElement
  corner.click()
  await expect.element(box('Wang', 'delete the data')).toBeChecked()
})
