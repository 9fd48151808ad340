import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { documentLimits } from '../../../../contract/documents.ts'
import type { StorageSetting } from './parse.ts'

/** Thrown if a request to the object storage fails. The message contains no object name, URL or key. */
export class StorageError extends Error {
  /** Whether the failure is temporary, so that a retry may succeed. */
  readonly passing: boolean

  constructor(reason: string, passing = false) {
    super(reason)
    this.name = 'StorageError'
    this.passing = passing
  }
}

export interface Storage {
  /** Stores an object. Returns `versioned`: true if the bucket retains old versions of objects. */
  put(name: string, content: Buffer): Promise<{ versioned: boolean }>
  /** Returns the object, or null if it does not exist. */
  get(name: string): Promise<Buffer | null>
  /** Deletes the object. Succeeds if it does not exist. */
  delete(name: string): Promise<void>
}

type Method = 'PUT' | 'GET' | 'DELETE'

/**
 * Timeout of each attempt in milliseconds, maximum number of attempts, and delay before the second attempt in
 * milliseconds.
 */
const [patience, tries, wait] = [15_000, 3, 300]
/** Maximum number of bytes to read from an error response. */
const words = 16 * 1024

export const sha256 = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

/**
 * Returns a client for S3 storage. If a request fails, its methods throw a StorageError within 47 seconds.
 */
export function openStorage({ id, secret, region, urlOf }: StorageSetting): Storage {
  const client = new AwsClient({
    accessKeyId: id,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 0,
  })

  async function ask(method: Method, name: string, content: Buffer | undefined) {
    const request = await client.sign(urlOf(name), {
      method,
      headers: {
        'x-amz-content-sha256': sha256(content ?? Buffer.alloc(0)).toString('hex'),
        ...(content && { 'content-type': 'application/octet-stream' }),
      },
      ...(content && { body: new Uint8Array(content) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    try {
      const response = await fetch(request)
      const body = await beginning(response, response.ok ? documentLimits.bytes : words)
      return { status: response.status, headers: response.headers, body }
    } catch (error) {
      const { name: kind, cause } = error as Error & { cause?: NodeJS.ErrnoException }
      const reason = kind === 'TimeoutError' ? `for ${patience / 1_000} s` : `(${cause?.code ?? kind})`
      throw new StorageError(`${method}: no response ${reason}`, true)
    }
  }

  /** Sends a request and repeats it after temporary failures. Returns null if the object does not exist. */
  async function call(method: Method, name: string, content?: Buffer) {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await ask(method, name, content)
        const { status, body } = answer
        if (status >= 200 && status < 300) return answer
        const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? ''
        if (status === 404 && code === 'NoSuchKey') return null
        const passing = status >= 500 || status === 408 || status === 429
        throw new StorageError(`${method}: HTTP ${status} ${code}`.trim(), passing)
      } catch (error) {
        if (!(error instanceof StorageError) || !error.passing || tried === tries) throw error
        await pause(wait * tried ** 2)
      }
    }
  }

  return {
    async put(name, content) {
      const answer = await call('PUT', name, content)
      if (!answer) throw new StorageError('PUT: HTTP 404 NoSuchKey')
      return { versioned: (answer.headers.get('x-amz-version-id') ?? 'null') !== 'null' }
    },
    get: async (name) => (await call('GET', name))?.body ?? null,
    delete: async (name) => void (await call('DELETE', name)),
  }
}

/**
 * Reads the response body until it exceeds `most` bytes. A truncated object is never used, because its hash
 * does not match.
 */
async function beginning({ body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) break
  }
  return Buffer.concat(chunks)
}
