import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

interface Anchor {
  /** An element that the page shows at the moment at which `locator` would be there. */
  after: Locator
}

/**
 * Asserts that nothing matches `locator`. The check first waits for `after`. Without it, the check would also pass while
 * the page is loading. checks/absence.test.ts forbids other forms and names labels that the console does not have.
 */
export async function absent(locator: Locator, { after }: Anchor): Promise<void> {
  await after.first().waitFor()
  await expect.poll(() => locator.count(), { message: `${locator} is still there` }).toBe(0)
}

/** Asserts that elements match `locator` and that none of them is visible, once `after` is. */
export async function hidden(locator: Locator, { after }: Anchor): Promise<void> {
  await after.first().waitFor()
  expect(await locator.count(), `${locator} does not exist`).toBeGreaterThan(0)
  for (const each of await locator.all())
    await expect.poll(() => each.isVisible(), { message: `${locator} is visible` }).toBe(false)
}

/** Waits until the page, or the part of it, has a heading and nothing in it is loading. */
export async function loaded(part: Page | Locator): Promise<void> {
  await absent(part.locator('[aria-busy="true"]'), { after: part.getByRole('heading') })
}
