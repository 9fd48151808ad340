import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Kept, Seal } from './chain.ts'
import { sealText, sha256 } from './digest.ts'

/** A seal as it is sent elsewhere: JSON on one line. */
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
 * The seals in a file of such lines, whatever a log has put before each; lines without one are passed over.
 * Throws where there is none at all, and where one is not what its own hash is over.
 */
export async function readKept(file: string): Promise<Kept> {
  const kept = new Map<number, string[]>()
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line++
    const begin = text.indexOf('{"seal":')
    if (begin < 0) continue
    const read = readLine(text.slice(begin))
    if (!read) throw new Error(`Line ${line} of ${file} is a seal that is damaged.`)
    kept.set(read.number, [...(kept.get(read.number) ?? []), read.hash])
  }
  if (!kept.size) throw new Error(`There is no seal in ${file}.`)
  return kept
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
