import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../testing/mount.tsx'
import { Scopes } from './Scopes.tsx'

test('shows scopes that are named like members of every object as scopes of the application', async () => {
  const scopes = ['constructor', '__proto__', 'toString']
  const account = { id: '1', name: '张三', username: 'zhang', mobilePhone: null, email: null } as never
  await mount(<Scopes label="Scopes" account={account} scopes={scopes} />)
  const list = page.getByRole('list', { name: 'Scopes' })
  for (const scope of scopes) await expect.element(list).toHaveTextContent(new RegExp(scope))
})
