/**
 * Papers of an application for an organization: bytes of one as sent, pixels of an image, pixels of its longer side as kept and
 * of its small picture; how many an application has, how many an account hands in in a day and how many bytes of it are kept;
 * hours that one waits for its application, how many do, and days that it is kept after its application has ended.
 */
export const paperLimits = {
  ...{ bytes: 10 * 1024 * 1024, pixels: 64_000_000, edge: 5_000, thumbnail: 320, name: 100 },
  ...{ each: 5, perDay: 40, kept: 200 * 1024 * 1024 },
  ...{ hours: 24, waiting: 10, days: 90 },
} as const

/** What a paper of an application may be, by the ending that its name has. */
export const paperTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const

export type PaperType = (typeof paperTypes)[keyof typeof paperTypes]

/** One that was handed in, as it is kept: as POST /api/papers answers it. */
export interface Paper {
  id: string
  name: string
  type: PaperType
  bytes: number
  /** A small picture as a data: URL; null of what is no image. */
  thumbnail: string | null
}
