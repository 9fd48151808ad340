import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { adminPassword, type Console, callAs, type Look } from './index.ts'

export const admin = { username: 'admin', password: adminPassword }
export const members = '/organizational-management/member-management'

/** Creates an organization before the tests. The administrator is its owner. */
export function useOrganization(reeve: Console) {
  beforeAll(async () => {
    const ask = (query: string, variables = {}) => callAs(reeve.server, admin, query, variables)
    const { auth, listTopArea } = await ask('{ auth { id } listTopArea { id } }')
    await ask(
      `mutation ($owner: ID!, $areas: [ID!]!) {
        createTenant(
          name: "上海智澜科技有限公司", areaIds: $areas, ownerId: $owner, internal: false, uploadAudit: false
          contact: { name: "王志远", mobilePhone: "13800138000" }
        ) { id }
      }`,
      { owner: auth.id, areas: [listTopArea[0].id] },
    )
  })

  return {
    /** Opens the account page as the administrator and switches to the organization. */
    async inOrganization(look: Look = {}): Promise<Page> {
      const page = await reeve.openAs(admin, '/accountInfo/index', look)
      await page.getByTitle(/^(当前组织|Organization)$/).click()
      await page.getByRole('listbox').getByRole('option').nth(1).click()
      await page
        .getByRole('status')
        .getByText(/已切换到|Switched to/)
        .waitFor()
      return page
    },
  }
}

export const menuOf = (page: Page) => page.getByRole('navigation', { name: /主菜单|Main menu/ })
export const openSettings = (page: Page) =>
  page.getByRole('button', { name: /^(界面设置|Settings)$/ }).click()
export const drawerOf = (page: Page) => page.getByRole('dialog', { name: /界面设置|Settings/ })
export const set = (page: Page, name: string) => drawerOf(page).getByRole('switch', { name }).click()
