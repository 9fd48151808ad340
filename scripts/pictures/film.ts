import type { Locator, Page } from 'playwright-core'
import { required } from '../../contract/required.ts'
import { startFleet } from '../devices/fleet.ts'
import { Camera } from './camera.ts'
import type { Words } from './words.ts'

interface Scenery {
  /** Console pages on which the administrator and the owner are signed in. */
  admin: Page
  owner: Page
  /** Name of the organization to which the device is assigned. */
  tenantName: string
  broker: string
  deviceId: string
  words: Words
}

/**
 * Records a film of about 20 s: an organization is approved, a member is invited, and a new device connects.
 */
export async function shootFilm(scenery: Scenery): Promise<Camera> {
  const { admin, owner, tenantName, broker, deviceId, words } = scenery
  const camera = new Camera()
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

  await admin.goto('/all-management/audit-management')
  await camera.hold(admin, 1_600)
  await camera.press(admin, button(admin, words.confirm).last(), 1_800)

  await owner.goto('/organizational-management/member-management')
  await camera.hold(owner, 1_000)
  await camera.press(owner, button(owner, words.invitation), 500)
  await camera.press(owner, button(owner, words.invite), 2_400)

  await admin.goto('/all-management/device-management')
  await camera.hold(admin, 1_000)
  await camera.press(admin, button(admin, words.register), 500)
  const form: Locator = admin.getByRole('dialog')
  const textbox = (name: string) => form.getByRole('textbox', { name, exact: true })
  await camera.type(admin, textbox(words.deviceName), words.newDevice, 200)
  await camera.type(admin, textbox(words.deviceId), deviceId, 200)
  await form.getByLabel(words.tenant).and(form.locator('input')).first().fill(tenantName)
  await camera.press(admin, admin.getByRole('option', { name: tenantName, exact: true }), 400)
  await camera.press(admin, form.getByRole('button', { name: words.save }), 0)
  await admin.getByText(words.waiting).scrollIntoViewIfNeeded()
  await camera.hold(admin, 1_800)

  const password = required((await admin.getByRole('definition').allTextContents())[4], 'password')
  const stop = new AbortController()
  const habits = { broker, rate: 1, interval: 5, session: 3_600 }
  const { ended } = startFleet([{ username: deviceId, password }], habits, stop.signal)
  try {
    await admin.getByText(words.connected).first().waitFor()
    await camera.hold(admin, 1_600)
    const open = admin.getByRole('link', { name: words.open }).or(button(admin, words.open))
    await camera.press(admin, open.first(), 2_600)
  } finally {
    stop.abort()
    await ended
  }
  return camera
}
