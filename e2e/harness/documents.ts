import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { pdf, phonePicture } from '../../server/testing/transfer/documents.ts'
import { accessibilityFaults, picture } from './index.ts'

/**
 * Chooses a business license and a file of an unsupported type. The dialog shows an error for that file and
 * cannot be submitted.
 */
export async function chooseDocuments(dialog: Locator) {
  const paper = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await dialog.locator('input[type="file"]').setInputFiles([
    { name: '营业执照.jpg', mimeType: 'image/jpeg', buffer: await phonePicture() },
    { name: '授权书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
  ])
  await paper('营业执照.jpg').locator('img[src^="data:"]').waitFor()
  await paper('授权书.pdf').getByText('只接受 JPEG、PNG、WebP 图片和 PDF 文件').waitFor()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await dialog.getByText('部分文件上传失败，请重试或移除').waitFor()
}

/** Adds a missing document to a request that is under review. */
export async function addDocuments(page: Page, name: string) {
  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: /更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: '补充材料' }).click()
  const dialog = page.getByRole('dialog', { name: '补充材料' })
  await dialog.getByRole('button', { name: '移除 营业执照.jpg' }).waitFor()
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: '授权书.pdf', mimeType: 'application/pdf', buffer: pdf })
  await dialog.getByText('已上传 授权书.pdf').waitFor({ state: 'attached' })
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'organization-papers')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('材料已更新').waitFor()
}

/** Views an image and downloads a PDF as a reviewer. */
export async function reviewDocuments(page: Page, name: string) {
  const papers = page.getByRole('region', { name }).getByRole('region', { name: '证明材料（2）' })
  const pdfCell = papers.getByRole('button', { name: /授权书\.pdf.*下载/ })
  await pdfCell.getByText('新增').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), pdfCell.click()])
  expect(download.suggestedFilename()).toBe('授权书.pdf')
  await papers.getByRole('button', { name: /^查看 营业执照\.jpg/ }).click()
  const dialog = page.getByRole('dialog', { name: '营业执照.jpg' })
  const image = dialog.getByRole('img', { name: '营业执照.jpg' })
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(60)
  const overflow = () =>
    image.evaluate(({ parentElement: stage }) => Number(stage?.scrollHeight) - Number(stage?.clientHeight))
  expect(await overflow()).toBe(0)
  await page.keyboard.press('+')
  await dialog.getByText('150%').waitFor()
  await page.keyboard.press('0')
  await dialog.getByText('100%').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'certification-paper')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await picture(page, 'certification-papers')
}
