import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessibilityFaults, picture, useConsole } from '../harness/index.ts'

const reeve = useConsole({
  REEVE_BRAND_NAME: '港航云',
  REEVE_BRAND_COLOR: '#0A6E5C',
  REEVE_BRAND_LOGO: join(import.meta.dirname, '..', '..', 'web', 'public', 'touch-icon.png'),
  REEVE_BRAND_LINE: '港口与船舶，一处管理。 | Ports and ships in one place.',
})

test('shows the operator’s name, logo, color and slogan on the sign-in page', async () => {
  const page = await reeve.open('/login')
  await page.getByRole('heading', { name: '登录 港航云' }).waitFor()
  await page.getByText('港口与船舶，一处管理。').waitFor()
  await expect.poll(() => page.title()).toBe('登录 · 港航云 用户中心')
  const logo = page.getByRole('banner').locator('img')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(180)
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--fill')))
    .toBe('#0a6e5c')
  await page.getByRole('banner').locator('svg:has(use)').waitFor()
  await picture(page, 'sign-in-brand-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
})
