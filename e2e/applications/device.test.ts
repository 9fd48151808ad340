import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { registerApplication } from '../harness/application.ts'
import { accessibilityFaults, demoPassword, picture, useConsole } from '../harness/index.ts'
import { ordinary, organizationOf, signInOf } from '../harness/people.ts'

// Tests the device authorization grant, with a device that has a screen but no keyboard.

const reeve = useConsole({}, { demo: true })
let screen: string

beforeAll(async () => {
  const administrator = { username: 'admin', password: demoPassword }
  const registered = await registerApplication(reeve.server, administrator, {
    ...{ kind: 'DEVICE', name: '泊位看板', firstParty: true },
    input: { scopes: ['openid', 'profile', 'organization', 'offline_access'] },
  })
  screen = registered.id
})

const ask = async (path: string, form: Record<string, string>) => {
  const answer = await fetch(`${reeve.server.url}/realms/reeve/protocol/openid-connect/${path}`, {
    method: 'POST',
    headers: { 'user-agent': 'BerthBoard/2' },
    body: new URLSearchParams({ client_id: screen, ...form }),
  })
  return (await answer.json()) as Record<string, string>
}
const begin = (scope: string) => ask('auth/device', { scope, device_name: '3 号泊位 大屏' })
const poll = ({ device_code }: Record<string, string>) =>
  ask('token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: required(device_code, 'device_code'),
  })

test('lets a user open a device’s link on a phone, sign in, and allow the device to sign in', async () => {
  const begun = await begin('openid profile offline_access')
  const page = await reeve.open(
    new URL(required(begun.verification_uri_complete, 'verification_uri_complete')).search.replace(
      /^/,
      '/device',
    ),
    {
      ...{ width: 360, height: 780 },
    },
  )
  await page.getByRole('heading', { name: '连接设备' }).waitFor()
  expect(await page.getByLabel('设备代码').inputValue()).toBe(begun.user_code)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: '下一步' }).click()
  await signInByPassword(page, signInOf(required(ordinary[7], 'item of ordinary')))
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('heading', { name: '泊位看板 请求登录' }).waitFor()
  await page.getByText('3 号泊位 大屏').waitFor()
  await page.getByText('BerthBoard 2 · 127.0.0.1').waitFor()
  await picture(page, 'device-request-light-zh-360')
  expect(await accessibilityFaults(page)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(wide).toBe(false)
  await page.getByRole('button', { name: '允许登录' }).click()
  await page.getByRole('heading', { name: '已允许登录，请查看设备屏幕' }).waitFor()
  expect(await poll(begun)).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) })
})

/**
 * Adds a simulated camera to the page, because the test browser has none. Once permission is granted, the
 * camera detects the text in `sees`.
 */
function withCamera() {
  const sees = { text: '', allowed: false, stream: undefined as MediaStream | undefined }
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => (sees.text ? [{ rawValue: sees.text }] : [])
  }
  Object.assign(window, { sees, BarcodeDetector })
  navigator.mediaDevices.enumerateDevices = async () => [{ kind: 'videoinput' }] as MediaDeviceInfo[]
  navigator.mediaDevices.getUserMedia = async () => {
    if (!sees.allowed) throw new DOMException('', 'NotAllowedError')
    const canvas = document.createElement('canvas')
    const brush = canvas.getContext('2d')
    setInterval(() => brush?.fillRect(0, 0, 9, 9), 100)
    sees.stream = canvas.captureStream()
    return sees.stream
  }
}
interface CameraWindow {
  sees: { text: string; allowed: boolean; stream: MediaStream }
}

test('fills in a scanned device code, does not submit the form, and turns the camera off', async () => {
  const begun = await begin('openid')
  const page = await reeve.open('about:blank', { width: 360, height: 780 })
  await page.addInitScript(withCamera)
  const showCode = (text: string, allowed = true) =>
    page.evaluate((next) => Object.assign((window as never as CameraWindow).sees, next), { text, allowed })
  await page.goto('/device')
  const scan = page.getByRole('button', { name: '扫码' })
  await scan.click()
  const dialog = page.getByRole('dialog', { name: '扫描二维码' })
  await dialog.getByText('没有相机权限').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await showCode('https://elsewhere.example.com/device?user_code=BCDF-BCDF')
  await scan.click()
  await dialog.getByText('这不是设备登录的二维码').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'device-scan-light-zh-360')
  await showCode(required(begun.verification_uri_complete, 'verification_uri_complete'))
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('设备代码').inputValue()).toBe(begun.user_code)
  await page.getByRole('button', { name: '下一步' }).waitFor()
  const states = await page.evaluate(() =>
    (window as never as CameraWindow).sees.stream.getTracks().map(({ readyState }) => readyState),
  )
  expect(states).toEqual(['ended'])
})

test('reports a wrong device code, and lets the user decline a device’s request to sign in', async () => {
  const member = first(organizationOf('FINISH').plain, 'plain')
  const page = await reeve.openAs(signInOf(member), '/accountInfo/index', { locale: 'en-US', theme: 'dark' })
  await page.getByRole('heading', { name: member.name }).waitFor()
  await page.goto(`${reeve.server.url}/device`)
  const code = page.getByLabel('Device code')
  await code.fill('bcdf')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Enter all 8 letters').waitFor()
  await code.fill('bcdf bcdf')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Unknown or expired code', { exact: false }).waitFor()
  reeve.expectPrinted(/404/)
  const begun = await begin('openid organization')
  await code.fill(required(begun.user_code, 'user_code'))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('heading', { name: '泊位看板 wants to sign in' }).waitFor()
  await page.getByLabel('Organization').selectOption({ label: 'Personal space' })
  await picture(page, 'device-request-dark-en-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('heading', { name: 'Declined' }).waitFor()
  expect((await poll(begun)).error).toBe('access_denied')
})
