import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  signingKeys: {
    title: 'Signing keys',
    context: 'Sign tokens and the tamper-evident audit log. Rotate them once a year.',
    rotate: 'Rotate signing key',
    rotated: 'New key created. It takes effect in 5 minutes.',
    rotatedLeaked: 'New key created. All old keys are invalid.',
    rotateText: 'A new key is created and published now. It takes effect in 5 minutes.',
    rotateStays:
      'The current key signs until then and stays published for another 15 minutes, until its tokens have expired. Nobody is signed out.',
    leaked: 'The current key may have leaked',
    leakedText:
      'All old keys become invalid at once, and everyone, including you, must sign in again. Use this if a key or a database backup may have leaked.',
    empty: 'No signing keys yet',
    emptyText: 'The server creates one at its first start.',
    failed: 'Couldn’t load signing keys',
    loading: 'Loading signing keys…',
    copy: 'Copy key ID {id}',
    made: 'Created {time}',
    retired: 'Retired {time}',
    'status.NEXT': 'Published, not active yet',
    'status.SIGNS': 'Active',
    'status.PUBLISHED': 'Retired, still published',
    'status.KEPT': 'Retired, kept for verification',
    'until.NEXT': 'active from {time}',
    'until.SIGNS': 'active until {time}',
    'until.PUBLISHED': 'published until {time}',
    'until.KEPT': 'kept until {time}',
    dropped: 'deleted at the next rotation',
  },
}
