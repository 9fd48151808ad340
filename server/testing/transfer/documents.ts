import sharp from 'sharp'
import type { TestApp, Tokens } from '../app.ts'

type Caller = Pick<Tokens, 'access_token'>

/**
 * Returns a photo as phones take it, with orientation and location in its metadata. With the orientation
 * applied, the photo is 60 by 40 pixels.
 */
export const phonePicture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 60, channels: 3, background: '#c33' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Camera-Zq7' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '30/1 15/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '120/1 9/1 0/1',
      },
    })
    .jpeg()
    .toBuffer()

export const picture = (format: 'png' | 'webp' | 'jpeg', width = 30, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#39c8' } })
    [format]()
    .toBuffer()

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n')

/** Uploads a file and returns the response. */
export async function uploadDocument(
  app: TestApp,
  who: Caller | undefined,
  content: Buffer,
  name = '营业执照.png',
) {
  const response = await fetch(`${app.url}/api/papers`, {
    method: 'POST',
    headers: {
      ...(who && { authorization: `Bearer ${who.access_token}` }),
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
    body: new Uint8Array(content),
  })
  return { status: response.status, body: await response.json() }
}

export const fetchDocument = (app: TestApp, who: Caller | undefined, id: string): Promise<Response> =>
  fetch(`${app.url}/api/papers/${id}`, {
    headers: who ? { authorization: `Bearer ${who.access_token}` } : {},
  })
