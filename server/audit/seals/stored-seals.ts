import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Seal, StoredSeals } from './chain.ts'
import { sealText, sha256 } from './digest.ts'

/** Returns the seal as one line of JSON, which is the format for external storage. */
export const sealLine = (seal: Seal): string =>
  JSON.stringify({
    seal: seal.number,
    ...{ first: seal.first, count: seal.count, quarter: seal.quarter },
    sealedAt: seal.sealed_at.toISOString(),
    events: seal.events.toString('hex'),
    previous: seal.previous.toString('hex'),
    hash: seal.hash.toString('hex'),
    keyId: seal.key_id,
    signature: seal.signature.toString('base64url'),
  })

/**
 * Reads seals from a file that contains lines from `sealLine`. Ignores text before a seal and lines without a
 * seal. Throws if the file contains no seal or a damaged one.
 */
export async function readStoredSeals(file: string): Promise<StoredSeals> {
  const storedSeals = new Map<number, string[]>()
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line++
    const begin = text.indexOf('{"seal":')
    if (begin < 0) continue
    const read = readLine(text.slice(begin))
    if (!read) throw new Error(`Line ${line} of ${file} contains a damaged seal.`)
    storedSeals.set(read.number, [...(storedSeals.get(read.number) ?? []), read.hash])
  }
  if (!storedSeals.size) throw new Error(`${file} contains no seal.`)
  return storedSeals
}

function readLine(text: string): { number: number; hash: string } | null {
  try {
    const { seal, first, count, quarter, sealedAt, events, previous, hash } = JSON.parse(text)
    const facts = {
      ...{ number: seal, first, count, quarter, sealed_at: new Date(sealedAt) },
      ...{ events: Buffer.from(events, 'hex'), previous: Buffer.from(previous, 'hex') },
    }
    return sha256(sealText(facts)).toString('hex') === hash ? { number: seal, hash } : null
  } catch {
    return null
  }
}
