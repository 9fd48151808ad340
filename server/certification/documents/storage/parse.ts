import { isLoopback } from '../../../core/loopback.ts'

/** Connection settings of an S3-compatible object storage. */
export interface StorageSetting {
  id: string
  secret: string
  region: string
  /** Returns the URL of the object with this name. */
  urlOf(name: string): string
}

const form = 's3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION'

/**
 * Parses s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…&style=path|host]. The connection uses https,
 * or http if HOST is a loopback address. The scheme s3+http: allows http in private networks. Throws an Error
 * with a message such as "must have …", which the caller prefixes with the name of the setting. The message
 * contains parameter names, but no values.
 */
export function parseStorage(setting: string): StorageSetting {
  const url = URL.canParse(setting) ? new URL(setting) : undefined
  const [, bucket = '', ...prefix] = url?.pathname.replace(/\/$/, '').split('/') ?? []
  const isNamed =
    /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) &&
    prefix.every((part) => /^[\w-][\w.-]{0,62}$/.test(part)) &&
    prefix.length <= 8
  if (!url || !/^s3(\+http)?:$/.test(url.protocol) || !url.username || !url.password || !isNamed || url.hash)
    throw new Error(`must be of the form ${form}`)
  const unknown = [...url.searchParams.keys()].filter((name) => !['region', 'style'].includes(name))
  if (unknown.length) throw new Error(`has unknown parameters: ${unknown.join(', ')}`)
  const { region = 'us-east-1', style = 'path' } = Object.fromEntries(url.searchParams)
  if (!/^[a-z\d-]{1,40}$/.test(region)) throw new Error('must have a region such as cn-hangzhou')
  if (style !== 'path' && style !== 'host') throw new Error('must have style=path or style=host')
  const scheme = url.protocol === 's3+http:' || isLoopback(url.hostname) ? 'http' : 'https'
  const [host, folder] =
    style === 'host' ? [`${bucket}.${url.host}`, prefix] : [url.host, [bucket, ...prefix]]
  const base = `${scheme}://${host}/${folder.map((part) => `${part}/`).join('')}`
  if (!URL.canParse(base)) throw new Error('must have style=path if the host is an IP address')
  try {
    return {
      id: decodeURIComponent(url.username),
      secret: decodeURIComponent(url.password),
      region,
      urlOf: (name) => base + name,
    }
  } catch {
    throw new Error('must have a key and a secret in which % is encoded as %25')
  }
}
