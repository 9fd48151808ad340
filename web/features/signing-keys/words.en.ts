import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  signingKeys: {
    title: 'Signing keys',
    context: 'They sign the tokens of sign-ins and the seals of the audit log; rotate them once a year',
    rotate: 'Rotate the signing key',
    rotated: 'A new key has been made; it signs within a minute',
    rotatedLeaked: 'A new key has been made; the old ones are no longer valid',
    rotateText: 'A new key is made and signs within a minute.',
    rotateStays:
      'The current one stays published for 15 minutes, until the last token that it signed has expired: nobody is signed out.',
    leaked: 'The current key may have leaked',
    leakedText:
      'All old keys become invalid at once, and everyone, including you, has to sign in again. Use it when a key or a backup of the database may be in the hands of others.',
    empty: 'There is no signing key yet',
    emptyText: 'The server makes one when it first starts.',
    failed: 'The signing keys could not be loaded',
    loading: 'Loading the signing keys',
    copy: 'Copy the key’s ID {id}',
    made: 'made {time}',
    retired: 'retired {time}',
    'status.SIGNS': 'Signing',
    'status.PUBLISHED': 'Retired, still published',
    'status.KEPT': 'Retired, kept for verification',
    'until.PUBLISHED': 'published until {time}',
    'until.KEPT': 'kept until {time}',
    dropped: 'deleted at the next rotation',
  },
}
