import { eraseClosed } from './accounts/closing/store.ts'
import { dropExpiredCodes } from './accounts/codes.ts'
import { sweepGrants } from './applications/grants.ts'
import { deleteUnusedIcons } from './applications/icons/store.ts'
import { sweepIssued } from './applications/issued.ts'
import { deleteOldUsage } from './applications/usage/store.ts'
import { recordFailedSignIns } from './audit/failed-sign-ins.ts'
import { applyRetention } from './audit/retention.ts'
import { sealEvents } from './audit/seals/seal.ts'
import type { DocumentObjects } from './certification/documents/storage/objects.ts'
import { deleteExpiredDocuments } from './certification/documents/store.ts'
import { dropOldAssets } from './core/assets/store.ts'
import type { Services } from './core/context.ts'
import { maintainEventPartitions } from './core/events/positions.ts'
import { dropOldAnswers } from './core/idempotency/store.ts'
import { fillPinyin } from './core/search/pinyin.ts'
import type { Database } from './db/open.ts'
import { deleteOldConnections, sweepDevices } from './devices/sweep.ts'
import { forgetting } from './erasure.ts'
import { deleteOrphans } from './events/webhooks/store.ts'
import { deleteOldTallies } from './events/webhooks/tally.ts'
import { dropOldChallenges } from './factors/challenges.ts'
import { removeDueFactors } from './factors/reset/sweep.ts'
import { disconnectDeadNodes } from './gateway/node.ts'
import { dropOldSignIns } from './identity/broker/store.ts'
import { readSigningKey } from './identity/keys/keys.ts'
import { deleteUnusableJoinCodes } from './members/join-codes.ts'
import { dropOldMessages } from './notifications/messages.store.ts'
import { dropOldSms } from './notifications/sms.store.ts'
import { sweepSessions } from './sessions/retention.ts'
import { sweepExpiry } from './tenants/expiry/sweep.ts'
import { deleteOldExports } from './transfer/data-export/store.ts'
import { deleteOldUploads } from './transfer/upload.store.ts'
import { deleteOldHours, recordHour } from './workplace/history.ts'

interface Task {
  /** Seconds between the runs. Only one server at a time runs the task. */
  seconds: number
  run(): Promise<unknown>
}

export type Tasks = Record<string, Task>

const minute = 60
const hour = 3_600

/**
 * Returns the periodic tasks. contract/privacy/register.ts refers to the tasks that delete personal data by
 * name.
 */
export const periodicTasks = (
  db: Database,
  services: Services,
  { auditDays, objects }: { auditDays: number | null; objects: DocumentObjects },
): Tasks => ({
  pinyin: { seconds: 5 * minute, run: () => fillPinyin(db) },
  limit: { seconds: hour, run: () => services.limiter.sweep(db.query) },
  session: { seconds: hour, run: () => sweepSessions(db.query) },
  issued: { seconds: minute, run: () => sweepIssued(db.query) },
  sign_in_grant: { seconds: hour, run: () => sweepGrants(db.query) },
  application_icon: { seconds: hour, run: () => deleteUnusedIcons(db.query) },
  console_asset: { seconds: hour, run: () => dropOldAssets(db.query) },
  application_usage: { seconds: hour, run: () => deleteOldUsage(db.query) },
  tenant_expiry: { seconds: hour, run: () => sweepExpiry(db, services) },
  join_code: { seconds: hour, run: () => deleteUnusableJoinCodes(db.query) },
  verification_code: { seconds: hour, run: () => dropExpiredCodes(db.query) },
  broker_sign_in: { seconds: minute, run: () => dropOldSignIns(db.query) },
  linked_identity: { seconds: 10 * minute, run: () => services.identity.sources.endRevoked() },
  factor_challenge: { seconds: hour, run: () => dropOldChallenges(db.query) },
  factor_reset: { seconds: 5 * minute, run: () => removeDueFactors(db, services) },
  closed_account: { seconds: hour, run: () => eraseClosed(db, forgetting(services)) },
  kept_answer: { seconds: hour, run: () => dropOldAnswers(db.query) },
  import_upload: { seconds: hour, run: () => deleteOldUploads(db.query) },
  data_export: { seconds: hour, run: () => deleteOldExports(db.query) },
  tenant_application_paper: { seconds: hour, run: () => deleteExpiredDocuments(db.query) },
  object_to_delete: { seconds: minute, run: () => objects.sweep() },
  message: { seconds: hour, run: () => dropOldMessages(db.query) },
  sms_receipt: { seconds: minute, run: () => services.smsReceipts.poll() },
  sms: { seconds: hour, run: () => dropOldSms(db.query) },
  failed_sign_in: { seconds: 5 * minute, run: () => recordFailedSignIns(db) },
  record: { seconds: hour, run: () => applyRetention(db, auditDays) },
  seal: { seconds: minute, run: () => sealEvents(db, readSigningKey) },
  event: { seconds: hour, run: () => maintainEventPartitions(db.query) },
  webhook: {
    seconds: hour,
    async run() {
      await deleteOrphans(db.query)
      await deleteOldTallies(db.query)
    },
  },
  device: {
    seconds: minute,
    async run() {
      await disconnectDeadNodes(db)
      await sweepDevices(db)
    },
  },
  platform_hour: {
    seconds: 10 * minute,
    async run() {
      await recordHour(db)
      await deleteOldHours(db.query)
    },
  },
  device_connection: { seconds: hour, run: () => deleteOldConnections(db.query) },
})
