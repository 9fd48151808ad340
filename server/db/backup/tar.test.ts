import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { tarEnd, tarEntries, tarHeader } from './tar.ts'

test('a name that points outside the folder is refused', async () => {
  const archive = Readable.from([tarHeader('../outside', 0), tarEnd])
  await expect(tarEntries(archive).next()).rejects.toThrow('invalid path ../outside')
})
