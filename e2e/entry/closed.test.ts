import { test } from 'vitest'
import { absent, useConsole } from '../harness/index.ts'

// A deployment in which only administrators can create accounts.
const reeve = useConsole({ REEVE_SELF_REGISTRATION: 'closed' })

test('if only administrators can create accounts, refers visitors to an administrator instead of the sign-up', async () => {
  const page = await reeve.open()
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await page.waitForURL('**/login*')
    await absent(page.getByRole('link', { name: '立即注册' }), {
      after: page.getByText('请联系管理员开通'),
    })
  }
})
