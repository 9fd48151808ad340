import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DeliveryError, lineOf, type Sender } from './transport.ts'

/**
 * Returns a transport for file:PATH (relative to the working directory) or file:///absolute/path, which
 * appends messages to the file.
 */
export function fileTransport(url: string): Sender {
  const rest = url.slice('file:'.length)
  if (!rest) throw new Error('must contain the path of a file, such as file:./data/messages.jsonl')
  const path = rest.startsWith('//') ? pathOf(url) : resolve(rest)
  async function append(line: string): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true })
      // Append each line in one call, so that lines of several processes do not get mixed. Only the file's
      // owner can read it, because it contains codes.
      await appendFile(path, line, { mode: 0o600 })
    } catch (error) {
      throw new DeliveryError('retry', `cannot write to the file: ${(error as NodeJS.ErrnoException).code}`)
    }
  }
  return {
    async send(message) {
      await append(`${JSON.stringify(lineOf(message))}\n`)
      return undefined
    },
    async reach() {
      await append('')
      return 'messages are written to a file. Use this for tests only.'
    },
  }
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url)
  } catch {
    throw new Error(
      'must contain the path of a file on this machine, such as file:///var/lib/reeve/messages.jsonl',
    )
  }
}
