import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { tarEnd, tarEntries, tarHeader } from './tar.ts'

test('refuses a tar archive with a path outside the target folder', async () => {
  const archive = Readable.from([tarHeader('../outside', 0), tarEnd])
  await expect(tarEntries(archive).next()).rejects.toThrow('invalid path ../outside')
})
