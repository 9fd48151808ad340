import { expect, test } from 'vitest'
import { mount } from '../../testing/mount.tsx'
import { Scopes } from './Scopes.tsx'

test('lists scopes that are named like properties of Object.prototype, such as "constructor"', async () => {
  const scopes = ['constructor', '__proto__', 'toString']
  const account = { id: '1', name: '张三', username: 'zhang', mobilePhone: null, email: null } as never
  await mount(<Scopes label="Scopes" account={account} scopes={scopes} />)
  await expect.poll(() => document.querySelectorAll('li').length).toBe(scopes.length + 1)
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  for (const [index, scope] of scopes.entries()) expect(rows[index]).toContain(scope)
})
