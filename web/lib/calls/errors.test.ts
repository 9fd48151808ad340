import { expect, test } from 'vitest'
import { refusal } from '../errors.ts'

test('the error message for a 413 response without JSON mentions a proxy server', () => {
  const error = refusal(413, '<html>413 Request Entity Too Large</html>')
  expect(error.code).toBe('TOO_LARGE')
  expect(error.message).toMatch(/代理服务器/)
})

test('shows the server’s error text if the response contains one', () => {
  const error = refusal(413, { code: 'TOO_LARGE', detail: '文件不能超过 10 MB' })
  expect(error.message).toBe('文件不能超过 10 MB')
})
