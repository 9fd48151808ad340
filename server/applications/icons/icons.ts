import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import type { Services } from '../../core/context.ts'
import { AppError, badInput } from '../../core/errors.ts'
import { imageFormatOf, reencode } from '../../core/images/images.ts'
import { assertAllowed, assertUnlocked, type Viewer } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { iconPath } from '../rules.ts'
import { findIcon, storeIcon } from './store.ts'

const { pixels, least, edge, perDay, hours } = limits.application.icon

/** Uploads icons and serves them to everyone. An icon is uploaded before an application uses it. */
export const createIcons = ({ db, services }: { db: Database; services: Services }) => ({
  /**
   * Stores an icon and returns its path. The icon is deleted after a day unless an application uses it by
   * then. Throws BAD_INPUT for the field `file` if the image cannot be used.
   */
  async keep(sent: Buffer, viewer: Viewer): Promise<string> {
    assertUnlocked(viewer)
    assertAllowed('APPLICATION_MANAGE', viewer)
    const { accountId } = viewer
    await services.limiter.take(db.query, {
      ...{ kind: 'icon', subject: accountId, max: perDay, window: hours * 3_600 },
    })
    return required(iconPath(await storeIcon(db.query, await drawIcon(sent))), 'result of iconPath')
  },

  /** Returns the icon as PNG. Throws NOT_FOUND if it does not exist. */
  async give(hash: string): Promise<Buffer> {
    const icon = await findIcon(db.query, hash)
    if (!icon) throw new AppError('NOT_FOUND')
    return icon
  },
})

export type Icons = ReturnType<typeof createIcons>

/**
 * Draws the whole image on a white square, because transparent parts could be invisible on some backgrounds.
 * Throws BAD_INPUT for `file` if the image cannot be used.
 */
async function drawIcon(sent: Buffer): Promise<Buffer> {
  if (!imageFormatOf(sent)) throw badInput({ file: ['application.iconType'] })
  return reencode(pixels, async (open) => {
    const { width, height } = await open(sent).metadata()
    if (Math.min(width, height) < least) throw badInput({ file: ['application.iconSmall', { min: least }] })
    return open(sent)
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'contain', background: '#fff' })
      .flatten({ background: '#fff' })
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
}
