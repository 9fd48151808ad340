import { forgetAgreements } from './accounts/agreements/store.ts'
import { contactsOf, emitClosed, type Forget } from './accounts/closing/store.ts'
import { eraseGrantsAndConsents } from './applications/grants.ts'
import { eraseDocuments } from './certification/documents/store.ts'
import { eraseApplicantContacts } from './certification/store.ts'
import { erasePersonal } from './core/audit.ts'
import type { Services } from './core/context.ts'
import { forgetFactors } from './factors/store.ts'
import { forgetIdentities } from './identity/sources/identities.store.ts'
import { eraseMemberships } from './members/membership.ts'
import { forgetMessages } from './notifications/messages.store.ts'
import { forgetSessions } from './sessions/retention.ts'
import { eraseContact } from './tenants/store.ts'
import { eraseExports } from './transfer/data-export/store.ts'
import { eraseUploads } from './transfer/upload.store.ts'
import { forgetViews } from './views/store.ts'

/**
 * Returns functions that delete the data of each module when an account is erased. Memberships come first,
 * because changes to members lock organizations before accounts. docs/decisions/009 explains which data is
 * retained.
 */
export const forgetting = (services: Pick<Services, 'outbox' | 'membersLeft'>): Forget[] => [
  (tx, account) => eraseMemberships(tx, services, account),
  eraseApplicantContacts,
  eraseDocuments,
  eraseContact,
  forgetMessages,
  (tx, account) => services.outbox.forget(tx, contactsOf(account)),
  emitClosed,
  forgetAgreements,
  eraseGrantsAndConsents,
  forgetFactors,
  forgetIdentities,
  forgetSessions,
  eraseUploads,
  eraseExports,
  forgetViews,
  erasePersonal,
]
