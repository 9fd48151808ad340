import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { Reader, type Response } from 'mmdb-lib'

/**
 * Marker at the start of the metadata of a MaxMind DB file (format 2.0). The metadata is in the last 128 KiB
 * of the file.
 */
const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const tail = 131_072

/**
 * Returns the reason why the file cannot be used as an IP location database, phrased as the end of a
 * sentence. Returns null if the file can be used.
 */
export function faultOfGeoipFile(path: string): string | null {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const end = Buffer.alloc(Math.min(size, tail))
      readSync(file, end, 0, end.length, size - end.length)
      return end.includes(mark) ? null : 'must name a file in the MaxMind DB format (.mmdb)'
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return `names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`
  }
}

interface LocalizedName {
  readonly iso_code?: string
  readonly names?: Readonly<Record<string, string>>
}
interface GeoRecord {
  readonly country?: LocalizedName
  readonly registered_country?: LocalizedName
  readonly subdivisions?: readonly LocalizedName[]
  readonly city?: LocalizedName
}

const languages = ['zh-CN', 'en']
const nameOf = ({ names }: LocalizedName): string | undefined =>
  languages.map((language) => names?.[language]).find(Boolean) ?? Object.values(names ?? {})[0]

/**
 * Returns a location as text, from the largest part to the smallest. The home country is omitted if a place
 * within it is known.
 */
function describe(record: GeoRecord, home: string): string | null {
  const country = record.country ?? record.registered_country
  const within = [...(record.subdivisions ?? []), record.city].flatMap((each) => (each && nameOf(each)) || [])
  const abroad = country && !(country.iso_code === home && within.length) ? nameOf(country) : undefined
  const names = [abroad, ...within].filter((name): name is string => Boolean(name))
  return names.length ? [...new Set(names)].join(' ').slice(0, 200) : null
}

/**
 * Loads an IP location database into memory and returns a function that maps an IP address to a location. The
 * function returns null if the address is unknown or no file is configured. `home` is the ISO code of the
 * country that is omitted from locations.
 */
export function openGeoip(path: string | undefined, home: string): (ip: string) => string | null {
  if (path === undefined) return () => null
  const reader = new Reader<Response>(readFileSync(path))
  return (ip) => {
    try {
      const record = reader.get(ip)
      return record && describe(record as GeoRecord, home)
    } catch {
      // The reader throws for an IPv6 address if the file contains only IPv4 addresses. The location is then
      // unknown.
      return null
    }
  }
}
