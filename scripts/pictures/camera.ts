import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { required } from '../../contract/required.ts'
import { quiet, settled } from '../../e2e/harness/browser.ts'

/** px; a quarter of the window is left out, so that the film stays light. */
const width = 960
/** ms of a frame while something moves. */
const moving = 60
/** Frames of a way of the pointer. */
const steps = 8

interface Point {
  x: number
  y: number
}

/**
 * Takes a film frame by frame: what a page needs to load is not in it. Each frame stands for as many ms as it is given,
 * whatever it took. A headless browser draws no pointer, so the page is given one.
 */
export class Camera {
  private readonly frames: { image: Buffer; ms: number }[] = []
  private at: Point = { x: 640, y: 420 }

  async shoot(page: Page, ms: number): Promise<void> {
    await page.evaluate(drawPointer, this.at)
    const image = await page.screenshot({ animations: 'disabled' })
    this.frames.push({ image: await sharp(image).resize({ width }).png().toBuffer(), ms })
  }

  /** Leads the pointer there, presses, and shows what comes of it for `ms`. */
  async press(page: Page, target: Locator, ms: number): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = required(await target.boundingBox(), 'bounding box')
    const from = this.at
    const to = { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 }
    for (let step = 1; step <= steps; step += 1) {
      const way = 1 - (1 - step / steps) ** 3
      this.at = { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way }
      await page.mouse.move(this.at.x, this.at.y)
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

  async hold(page: Page, ms: number): Promise<void> {
    await quiet(page)
    await settled(page)
    await this.shoot(page, ms)
  }

  /** Returns ms in all. */
  async save(path: string): Promise<number> {
    const images = this.frames.map(({ image }) => image)
    const delay = this.frames.map(({ ms }) => ms)
    const film = sharp(images, { join: { animated: true } }).webp({ quality: 72, effort: 5, delay, loop: 0 })
    await writeFile(path, await film.toBuffer())
    return delay.reduce((sum, ms) => sum + ms, 0)
  }
}

/** In the page. */
function drawPointer({ x, y }: Point): void {
  const name = 'film-pointer'
  const shape = 'M5 3l14 8-6.5 1.4L9.2 19z'
  let svg = document.getElementById(name)
  if (!svg) {
    const make = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag)
    svg = make('svg') as unknown as HTMLElement
    svg.id = name
    for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', width: '28', height: '28' }))
      svg.setAttribute(key, value)
    const path = svg.appendChild(make('path'))
    for (const [key, value] of Object.entries({
      d: shape,
      fill: '#111',
      stroke: '#fff',
      'stroke-width': '1.4',
    }))
      path.setAttribute(key, value)
    Object.assign(svg.style, { position: 'fixed', zIndex: '2147483647', pointerEvents: 'none' })
  }
  // Over a dialog, which is the last to come.
  document.body.append(svg)
  Object.assign(svg.style, { left: `${x - 5}px`, top: `${y - 3}px` })
}
