import { forgetAgreements } from './accounts/agreements/store.ts'
import { contactsOf, emitClosed, type Forget } from './accounts/closing/store.ts'
import { forgetApplications } from './applications/grants.ts'
import { eraseDocuments } from './certification/documents/store.ts'
import { eraseApplicantContacts } from './certification/store.ts'
import { erasePersonal } from './core/audit.ts'
import type { Services } from './core/context.ts'
import { forgetFactors } from './factors/store.ts'
import { forgetMemberships } from './members/membership.ts'
import { forgetMessages } from './notifications/messages.store.ts'
import { forgetSessions } from './sessions/store.ts'
import { forgetContact } from './tenants/store.ts'
import { forgetExports } from './transfer/data-export/store.ts'
import { forgetUploads } from './transfer/upload.store.ts'
import { forgetViews } from './views/store.ts'

/**
 * Returns what each module deletes when an account is erased. Memberships come first, because changes of
 * members lock organizations before accounts. docs/decisions/009 explains what stays.
 */
export const forgetting = (services: Pick<Services, 'outbox' | 'membersLeft'>): Forget[] => [
  (tx, account) => forgetMemberships(tx, services, account),
  eraseApplicantContacts,
  eraseDocuments,
  forgetContact,
  forgetMessages,
  (tx, account) => services.outbox.forget(tx, contactsOf(account)),
  emitClosed,
  forgetAgreements,
  forgetApplications,
  forgetFactors,
  forgetSessions,
  forgetUploads,
  forgetExports,
  forgetViews,
  erasePersonal,
]
