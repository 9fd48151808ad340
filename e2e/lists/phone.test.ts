import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { pathOf } from '../harness/actions.ts'
import { registerApplication } from '../harness/application.ts'
import {
  absent,
  accessibilityFaults,
  demoPassword,
  loaded,
  phone,
  picture,
  useConsole,
} from '../harness/index.ts'

const reeve = useConsole({}, { demo: true })
const admin = { username: 'admin', password: demoPassword }
const platform = '/all-management/device-management'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const cards = (page: Page) => page.locator('tbody tr')
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^选择(?!本页)/ })
const chosen = (page: Page) =>
  boxes(page).evaluateAll((all) => all.filter((box) => (box as HTMLInputElement).checked).length)

/** Opens the platform's device list on a phone. `down` and `up` start and end a touch on a card. */
async function open(path = platform) {
  const page = await reeve.openAs(admin, path, phone)
  await loaded(page.getByRole('main'))
  await cards(page).getByRole('link').first().waitFor()
  const devTools = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  async function down(card: number) {
    const { x, y, height } = required(await cards(page).nth(card).boundingBox(), 'bounding box')
    await finger('touchStart', [{ x: x + 60, y: y + height / 3 }])
  }
  const up = () => finger('touchEnd', [])
  return { page, devTools, down, up }
}

/** Returns the visible buttons whose touch target is less than 38 px wide or high. */
const narrowButtons = (page: Page) =>
  page.locator('button:enabled').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      const [left, top] = [x + width / 2, y + height / 2]
      const hits = (dx: number, dy: number) => button.contains(document.elementFromPoint(left + dx, top + dy))
      // Hidden buttons and buttons that are partly scrolled out of view are ignored.
      if (![2 - width / 2, 0, width / 2 - 2].every((dx) => hits(dx, 0))) return []
      return hits(0, -19) && hits(0, 19) && hits(-19, 0) && hits(19, 0)
        ? []
        : (button.ariaLabel ?? button.textContent)
    }),
  )

test('a long press on a phone starts selection mode, and the Back button ends it', async () => {
  const { page, down, up } = await open()
  // The sort order adds a history entry. Without it, the list would be the first page, and the console cannot
  // prevent the user from going back from its first page.
  await page.getByLabel('排序').selectOption('剩余天数升序')
  await expect.poll(() => pathOf(page)).toContain('sort=')
  await absent(page.locator('tbody[aria-busy], [data-stale]'), { after: cards(page).first() })
  const before = pathOf(page)
  await down(0)
  await page.getByText('已选 1 台').waitFor()
  await up()
  expect(await chosen(page)).toBe(1)
  for (const card of [2, 3]) {
    await down(card)
    await up()
  }
  await page.getByText('已选 3 台').waitFor()
  await down(0)
  await up()
  await page.getByText('已选 2 台').waitFor()
  expect(pathOf(page)).toBe(before)
  await picture(page, 'phone-selecting')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goBack()
  await page.getByText('已选 2 台').waitFor({ state: 'detached' })
  await absent(boxes(page), { after: cards(page).first() })
  expect(pathOf(page)).toBe(before)
  // After selection mode has ended, a tap opens a device.
  await down(0)
  await up()
  await page.waitForURL(`**${platform}/*`)
})

test('a button starts selection mode on a phone, and Esc ends it', async () => {
  const { page, devTools } = await open()
  await devTools.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { bottom: 20 } } as never)
  await press(page, '选择')
  await page.getByText('已选 0 台').waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: /^选择全部 [\d,]+ 台$/ }).click()
  await page.getByText(/^已选 [\d,]{4,} 台$/).waitFor()
  await picture(page, 'phone-all-selected')
  expect(await accessibilityFaults(page)).toEqual([])
  await press(page, '只选本页')
  await boxes(page).first().uncheck()
  await page.getByRole('button', { name: /^选择全部/ }).waitFor({ state: 'detached' })
  const bar = page.getByRole('status').filter({ hasText: '已选' }).locator('..')
  expect(required(await bar.boundingBox(), 'bounding box').height).toBe(56 + 20)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const top = required(await bar.boundingBox(), 'bounding box').y
  for (const seen of [cards(page).last(), page.getByRole('navigation', { name: '分页' })]) {
    const { y, height } = required(await seen.boundingBox(), 'bounding box')
    expect(y + height).toBeLessThanOrEqual(top)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await picture(page, 'phone-selecting-end')
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
})

test('lets a user select the sort order of cards on a phone, and stores it in the URL', async () => {
  const { page } = await open(`${platform}?sort=LAST_SEEN.desc`)
  const sort = page.getByLabel('排序')
  expect(await sort.inputValue()).toBe('LAST_SEEN.DESC')
  await picture(page, 'phone-sorted')
  await sort.selectOption('剩余天数升序')
  await expect.poll(() => pathOf(page)).toContain('sort=EXPIRED_DATE.asc')
  await sort.selectOption('默认排序')
  await expect.poll(() => pathOf(page)).not.toContain('sort=')
})

test('shows full text on cards on a phone, and gives buttons touch targets of at least 38 px', async () => {
  await registerApplication(reeve.server, admin, { kind: 'DEVICE', name: '堆场看板' })
  const cut = (page: Page) =>
    cards(page)
      .locator('a, span')
      .evaluateAll(
        (all) =>
          all.filter(
            (one) =>
              one.scrollHeight > one.clientHeight + 1 &&
              one.clientHeight > 0 &&
              // A hidden overflow is ignored for buttons, because the touch target of a button can be larger
              // than the visible button.
              getComputedStyle(one).overflowY !== 'visible',
          ).length,
      )
  expect(await cut((await open('/all-management/application-management')).page)).toBe(0)
  const { page } = await open()
  expect(await cut(page)).toBe(0)
  expect(await narrowButtons(page)).toEqual([])

  // The preview of a renewal is visible without horizontal scrolling.
  await page
    .getByRole('button', { name: /的更多操作$/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '续期' }).click()
  const preview = page.getByRole('region', { name: '将要发生的更改' })
  await preview.locator('tbody tr[data-result]').waitFor()
  expect(await preview.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await picture(page, 'renewal-phone')
})
