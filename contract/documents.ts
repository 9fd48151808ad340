/**
 * Limits for the documents of an organization request.
 * - `bytes` and `pixels` limit the size of an uploaded file. `edge` and `thumbnail` limit the longer side of
 * the stored image and of its thumbnail, in pixels.
 * - `each` limits the documents of one request, `perDay` the uploads of one account in a day, and
 * `bytesPerAccount` the bytes stored for one account.
 * - Up to `waiting` uploads that no request uses yet are stored for `hours` hours. After a request has been
 * decided, its documents are retained for `days` days.
 */
export const documentLimits = {
  ...{ bytes: 10 * 1024 * 1024, pixels: 64_000_000, edge: 5_000, thumbnail: 320, name: 100 },
  ...{ each: 5, perDay: 40, bytesPerAccount: 200 * 1024 * 1024 },
  ...{ hours: 24, waiting: 10, days: 90 },
} as const

/** Media types of a document by file extension. */
export const documentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const

export type DocumentType = (typeof documentTypes)[keyof typeof documentTypes]

/** A stored document, as returned by POST /api/papers. */
export interface CertificationDocument {
  id: string
  name: string
  type: DocumentType
  bytes: number
  /** A small preview as a data: URL, or null if the document is not an image. */
  thumbnail: string | null
}

/** Error messages about documents, merged into `messages` of errors.ts. */
export const documentMessages = {
  'document.type': [
    '只接受 JPEG、PNG、WebP 图片和 PDF 文件',
    'Only JPEG, PNG and WebP images and PDF files are accepted',
  ],
  'document.unreadable': ['文件无法读取，可能已损坏', "The file can't be read. It may be damaged."],
  'document.pixels': [
    '图片尺寸过大，最多 {max} 万像素',
    'The image is too large. It can have at most {megapixels} megapixels.',
  ],
  'document.full': [
    '您保存的材料已达 {max} MB，部分材料到期删除后才能再上传',
    'Your stored documents have reached the limit of {max} MB. You can upload more after some of them have expired.',
  ],
  'document.unreachable': [
    '材料存储暂时不可用，请稍后再试',
    'The document storage is not available. Try again later.',
  ],
  'document.damaged': [
    '该材料在存储中缺失或已损坏，请联系管理员',
    'This document is missing or damaged. Contact an administrator.',
  ],
  'document.gone': [
    '有材料已失效，请移除后重新上传',
    'A document has expired. Remove it and upload it again.',
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>
