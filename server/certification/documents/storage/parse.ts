import { isLoopback } from '../../../core/loopback.ts'

/** Object storage that speaks the S3 protocol, as a setting names it. */
export interface StorageSetting {
  id: string
  secret: string
  region: string
  /** Of an object's name: its address. */
  urlOf(name: string): string
}

const form = 's3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION'

/**
 * s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…&style=path|host], by https, by http where HOST is this machine; s3+http:
 * for a network of one's own. Throws what is wrong with it, as what follows the name of a setting; it repeats nothing of it but
 * names of parameters.
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
  if (unknown.length) throw new Error(`has parameters that mean nothing: ${unknown.join(', ')}`)
  const { region = 'us-east-1', style = 'path' } = Object.fromEntries(url.searchParams)
  if (!/^[a-z\d-]{1,40}$/.test(region)) throw new Error('must have a region such as cn-hangzhou')
  if (style !== 'path' && style !== 'host') throw new Error('must have the style path or host')
  const scheme = url.protocol === 's3+http:' || isLoopback(url.hostname) ? 'http' : 'https'
  const [host, folder] =
    style === 'host' ? [`${bucket}.${url.host}`, prefix] : [url.host, [bucket, ...prefix]]
  const base = `${scheme}://${host}/${folder.map((part) => `${part}/`).join('')}`
  if (!URL.canParse(base)) throw new Error('must have the style path where its host is an address')
  try {
    return {
      id: decodeURIComponent(url.username),
      secret: decodeURIComponent(url.password),
      region,
      urlOf: (name) => base + name,
    }
  } catch {
    throw new Error('must have a key and a secret in which % is written %25')
  }
}
