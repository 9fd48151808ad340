import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, field, mount } from '../../testing/mount.tsx'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import type { Application } from './applications.ts'
import EditApplication from './dialogs/EditApplication.tsx'
import { SecretsPanel } from './SecretsPanel.tsx'

const secret = (id: string, endDateTime: string | null) => ({
  ...{ id, hint: id, createDateTime: '2026-11-20T08:00:00.000Z', lastUseDateTime: null, endDateTime },
})

const application = (changeRecipients: boolean): Application => ({
  ...{
    id: 'a',
    clientId: 'a',
    kind: 'SERVER',
    name: '运维看板',
    icon: null,
    firstParty: true,
    groupsTemplate: null,
    requirePkce: false,
    signingAlg: 'RS256',
    enabled: true,
  },
  ...{ createDateTime: '2026-11-20T08:00:00.000Z', jwks: null, tenants: [] },
  secrets: [secret('new1', null), secret('old2', '2026-11-27T08:00:00.000Z')],
  redirectUris: ['https://board.example.com/callback'],
  ...{ postLogoutRedirectUris: [], backchannelLogoutUri: null, policyUri: null, tosUri: null },
  ...{ origins: [], scopes: ['openid'], resources: [] },
  viewerCan: { changeRecipients },
})

const nothing = () => undefined

const panels = (changeRecipients: boolean) => (
  <>
    <SecretsPanel application={application(changeRecipients)} open={nothing} />
    <ApplicationFacts application={application(changeRecipients)} onEdit={nothing} />
  </>
)

const buttons = () =>
  page
    .getByRole('button')
    .elements()
    .map((each) => each.textContent)

test('a viewer who cannot change the secrets of an application sees masked secrets, but no buttons', async () => {
  await mount(panels(false))
  await expect.element(page.getByText('rv_…new1')).toBeVisible()
  expect(buttons()).toEqual([])
})

test('a viewer who can change the secrets and URLs of an application sees buttons to change them', async () => {
  await mount(panels(true))
  await expect.element(page.getByText('rv_…new1')).toBeVisible()
  expect(buttons()).toEqual(['完成轮换', '吊销', '吊销', '编辑应用'])
})

test('the application form sends only the name, icon and policy URLs if the viewer cannot change the redirect URIs', async () => {
  const { asked } = await mount(<EditApplication rows={[application(false)]} opened onClose={nothing} />, {
    answers: { UpdateApplication: () => ({ updateApplication: { id: 'a' } }) },
  })
  await expect.element(page.getByText('只有平台管理员可以修改其地址', { exact: false })).toBeVisible()
  expect(field('回调地址').elements()).toEqual([])
  expect(field('Scope').elements()).toEqual([])
  await field('隐私政策').fill('https://board.example.com/privacy')
  await button('保存').click()
  await expect
    .poll(() => asked('UpdateApplication'))
    .toEqual([
      {
        ...{ id: 'a', name: '运维看板' },
        input: { icon: null, policyUri: 'https://board.example.com/privacy', tosUri: null },
      },
    ])
})
