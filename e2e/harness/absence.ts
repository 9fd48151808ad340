import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

interface Anchor {
  /** An element that appears at the same time as `locator` would. */
  after: Locator
}

/**
 * Waits for `after`, then asserts that no element matches `locator`. Without this wait, the assertion would
 * also pass while the page is loading. checks/absence.test.ts forbids other assertions of absence, and
 * reports labels that do not occur in the console.
 */
export async function absent(locator: Locator, { after }: Anchor): Promise<void> {
  await after.first().waitFor()
  await expect.poll(() => locator.count(), { message: `${locator} is still present` }).toBe(0)
}

/** Waits for `after`, then asserts that elements match `locator` but none of these elements is visible. */
export async function hidden(locator: Locator, { after }: Anchor): Promise<void> {
  await after.first().waitFor()
  expect(await locator.count(), `${locator} does not exist`).toBeGreaterThan(0)
  for (const each of await locator.all())
    await expect.poll(() => each.isVisible(), { message: `${locator} is visible` }).toBe(false)
}

/** Waits until the page, or this part of it, has a heading and contains no loading indicator. */
export async function loaded(part: Page | Locator): Promise<void> {
  await absent(part.locator('[aria-busy="true"]'), { after: part.getByRole('heading') })
}
