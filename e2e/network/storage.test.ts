import { afterAll, expect, test } from 'vitest'
import { pdf, phonePicture } from '../../server/testing/transfer/documents.ts'
import { fakeS3 } from '../../server/testing/transfer/s3.ts'
import { accessibilityFaults, picture, useConsole } from '../harness/index.ts'
import { actors } from '../harness/organizations.ts'

// The object storage for documents fails temporarily.

const s3 = await fakeS3()
afterAll(() => s3[Symbol.asyncDispose]())
const reeve = useConsole({ REEVE_DOCUMENTS_URL: s3.setting })
const { register } = actors(() => reeve.server)
const away = '材料存储暂时不可用，请稍后再试'

test('reports that a document cannot be stored, and lets the user retry the upload', async () => {
  const page = await reeve.openAs(await register('林晚秋'))
  await page.getByRole('button', { name: '开始申请' }).click()
  const dialog = page.getByRole('dialog')
  s3.failBy(() => [503, 'SlowDown'])
  await dialog.locator('input[type="file"]').setInputFiles([
    { name: '营业执照.jpg', mimeType: 'image/jpeg', buffer: await phonePicture() },
    { name: '授权书.pdf', mimeType: 'application/pdf', buffer: pdf },
  ])
  for (const name of ['营业执照.jpg', '授权书.pdf'])
    await dialog.getByRole('listitem').filter({ hasText: name }).getByText(away).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'papers-storage-away')
  s3.failBy(null)
  for (const name of ['营业执照.jpg', '授权书.pdf'])
    await dialog.getByRole('button', { name: `重试 ${name}` }).click()
  await dialog.getByText('已上传 授权书.pdf').waitFor({ state: 'attached' })
  await dialog.getByText(away).waitFor({ state: 'detached' })
  expect(s3.objects.size).toBe(2)
})
