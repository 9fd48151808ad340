import type { Page } from 'playwright-core'
import type { Words } from './words.ts'

/** One screenshot: a page of the console, and the actions on the page before the screenshot is taken. */
export interface Scene {
  name: string
  who?: 'admin' | 'owner'
  path: string
  prepare?: (page: Page) => Promise<void>
  /** Whether to take the screenshot in both themes, with the theme in the file name. */
  dark?: boolean
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog')
const members = '/organizational-management/member-management'
const allDevices = '/all-management/device-management'

async function choose(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('main').getByRole('row').getByRole('checkbox', { disabled: false })
  for (let index = 1; index <= count; index += 1) await boxes.nth(index).check()
}

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await dialog(page).locator('input:focus').waitFor()
  await page.keyboard.type(text)
  await dialog(page).getByRole('option').first().waitFor()
}

export const scenes = (device: { online: string; refused: string }, words: Words): Scene[] => [
  { name: 'sign-in', path: '/login' },
  { name: 'certification', who: 'admin', path: '/all-management/audit-management' },
  { name: 'device', who: 'admin', path: `${allDevices}/${device.online}` },
  { name: 'permissions', who: 'owner', path: '/organizational-management/palgo-permission' },
  {
    name: 'invitation',
    who: 'owner',
    path: members,
    async prepare(page) {
      await press(page, words.invitation)
      await press(page, words.invite)
      await dialog(page).getByRole('img', { name: words.qrCode }).waitFor()
    },
  },
  {
    name: 'grant',
    who: 'owner',
    path: `${members}?pageSize=50`,
    async prepare(page) {
      await choose(page, 3)
      await press(page, words.grant)
      await dialog(page).waitFor()
    },
  },
  {
    name: 'renewal',
    who: 'admin',
    path: `${allDevices}?expiry=30`,
    async prepare(page) {
      await page.getByLabel(words.wholePage).check()
      await press(page, words.renew)
      await dialog(page).waitFor()
    },
  },
  {
    name: 'find-device',
    who: 'admin',
    path: '/accountInfo/index',
    prepare: (page) => find(page, device.online.slice(-5)),
  },
  { name: 'offline', who: 'admin', path: `${allDevices}/${device.refused}` },
  {
    name: 'hand-over',
    who: 'owner',
    path: '/organizational-management/configuration',
    async prepare(page) {
      await press(page, words.handOver)
      await dialog(page).waitFor()
    },
  },
  { name: 'workplace', who: 'admin', path: '/dashboard/workplace?scope=platform', dark: true },
]
