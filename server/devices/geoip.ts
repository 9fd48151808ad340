import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { Reader, type Response } from 'mmdb-lib'

/** What every MaxMind DB file has within its last 128 KiB, before its metadata (format 2.0). */
const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const tail = 131_072

/** Of a setting: what is wrong with that file, as the rest of a sentence; null where it is one to look IP addresses up in. */
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

interface Named {
  readonly iso_code?: string
  readonly names?: Readonly<Record<string, string>>
}
interface Place {
  readonly country?: Named
  readonly registered_country?: Named
  readonly subdivisions?: readonly Named[]
  readonly city?: Named
}

const languages = ['zh-CN', 'en']
const nameOf = ({ names }: Named): string | undefined =>
  languages.map((language) => names?.[language]).find(Boolean) ?? Object.values(names ?? {})[0]

/** From the largest to the smallest; the home country is left out where a place within it is known. */
function describe(place: Place, home: string): string | null {
  const country = place.country ?? place.registered_country
  const within = [...(place.subdivisions ?? []), place.city].flatMap((each) => (each && nameOf(each)) || [])
  const abroad = country && !(country.iso_code === home && within.length) ? nameOf(country) : undefined
  const names = [abroad, ...within].filter((name): name is string => Boolean(name))
  return names.length ? [...new Set(names)].join(' ').slice(0, 200) : null
}

/**
 * Where an IP address is, by a file that is read into memory once; null for what the file does not know, and for
 * every IP address where there is no file. `home`: ISO code of the country whose name is left out.
 */
export function openGeoip(path: string | undefined, home: string): (ip: string) => string | null {
  if (path === undefined) return () => null
  const reader = new Reader<Response>(readFileSync(path))
  return (ip) => {
    try {
      const place = reader.get(ip)
      return place && describe(place as Place, home)
    } catch {
      // An IPv6 address in a file of IPv4 alone.
      return null
    }
  }
}
