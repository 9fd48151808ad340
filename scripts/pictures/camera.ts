import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { required } from '../../contract/required.ts'
import { quiet, settled } from '../../e2e/harness/browser.ts'

/** Width of the film in pixels. It is smaller than the window, so that the file is small. */
const width = 960
/** Milliseconds per frame and number of frames of a pointer movement. */
const [moving, steps] = [60, 8]

/**
 * Records a film frame by frame. The duration of each frame is specified, so loading times are not visible. A
 * headless browser shows no pointer, so the camera draws one.
 */
export class Camera {
  private readonly frames: { image: Buffer; ms: number }[] = []
  private pointer = { x: 640, y: 420 }

  private async shoot(page: Page, ms: number): Promise<void> {
    await page.evaluate(drawPointer, this.pointer)
    const image = await page.screenshot({ animations: 'disabled' })
    this.frames.push({ image: await sharp(image).resize({ width }).png().toBuffer(), ms })
  }

  /** Moves the pointer to an element, clicks it, and shows the result for `ms` milliseconds. */
  async press(page: Page, target: Locator, ms: number): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = required(await target.boundingBox(), 'bounding box')
    const from = this.pointer
    const to = { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 }
    for (let step = 1; step <= steps; step += 1) {
      const share = 1 - (1 - step / steps) ** 3
      this.pointer = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      await page.mouse.move(this.pointer.x, this.pointer.y)
      await this.shoot(page, step === steps ? 240 : moving)
    }
    await target.click()
    await this.hold(page, ms)
  }

  async type(page: Page, field: Locator, text: string, ms: number): Promise<void> {
    await field.click()
    for (let end = 2; end < text.length + 2; end += 2) {
      await field.fill(text.slice(0, end))
      await this.shoot(page, moving * 1.5)
    }
    await this.hold(page, ms)
  }

  /** Waits until the page has loaded, and shows it for `ms` milliseconds. */
  async hold(page: Page, ms: number): Promise<void> {
    await quiet(page)
    await settled(page)
    await this.shoot(page, ms)
  }

  /** Writes the film and returns its duration in milliseconds. */
  async save(path: string): Promise<number> {
    const images = this.frames.map(({ image }) => image)
    const delay = this.frames.map(({ ms }) => ms)
    const film = sharp(images, { join: { animated: true } }).webp({ quality: 72, effort: 5, delay, loop: 0 })
    await writeFile(path, await film.toBuffer())
    return delay.reduce((sum, ms) => sum + ms, 0)
  }
}

/** Runs in the page. Draws the pointer above all content, including the topmost dialog. */
function drawPointer({ x, y }: { x: number; y: number }): void {
  const pointer = document.getElementById('film-pointer') ?? document.createElement('div')
  pointer.id = 'film-pointer'
  const path = `<path d="M5 3l14 8-6.5 1.4L9.2 19z" fill="#111" stroke="#fff" stroke-width="1.4"/>`
  pointer.innerHTML = `<svg viewBox="0 0 24 24" width="28" height="28">${path}</svg>`
  const position = { position: 'fixed', left: `${x - 5}px`, top: `${y - 3}px` }
  Object.assign(pointer.style, position, { zIndex: '2147483647', pointerEvents: 'none' })
  document.body.append(pointer)
}
