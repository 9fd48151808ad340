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
