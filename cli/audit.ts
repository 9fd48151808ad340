import { readKept } from '../server/audit/seals/kept.ts'
import { verifyRecord } from '../server/audit/seals/verify.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const audit: Command = {
  takes: 'verify',
  words: 1,
  says: 'is the audit log as it was sealed? names each event that is not',
  help: `
verify  compares every event and every seal of the audit log with what was sealed, and names what was changed, removed,
        inserted or reordered. Servers may go on writing meanwhile. Exit code 1 where something is not as it was.
Who holds the database and its keys can make all seals anew. Only those that were sent elsewhere
(REEVE_SEAL_URL) tell: --seals compares.`,
  options: {
    seals: {
      type: 'string',
      takes: 'FILE',
      says: 'seals that were kept elsewhere, a line each, whatever stands before it',
    },
    days: {
      type: 'string',
      takes: 'DAYS',
      says: 'how long events were kept, where that was shorter than REEVE_AUDIT_DAYS once',
    },
  },

  run(call) {
    const { seals: file, days: given } = call.options
    if (call.words[0] !== 'verify') throw new UsageError('Say verify: see reeve audit --help.')
    if (given !== undefined && !/^\d{3,6}$/.test(String(given)))
      throw new UsageError('--days must be a whole number of days, 180 or more.')
    return withDatabase(call, async ({ db, config }) => {
      const { faults, faultCount, ...counts } = await verifyRecord(db.query, {
        days: given === undefined ? config.auditDays : Number(given),
        ...(typeof file === 'string' && { kept: await readKept(file) }),
        onProgress: call.progress.say,
      })
      const { seals, events, letGo, waiting } = counts
      const lines = faults.map(({ what, says, seal, position, event }) =>
        [
          what.padEnd(9),
          [says, event, position !== undefined && `position ${position}`].filter(Boolean).join(', '),
          position !== undefined && seal !== undefined ? `(seal ${seal})` : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
      if (faultCount > faults.length) lines.push(`and ${faultCount - faults.length} more`)
      lines.push(
        `${seals} seals, ${events} events compared` +
          `${letGo ? `, ${letGo} let go of with their quarters` : ''}${waiting ? `, ${waiting} wait for their seal` : ''}: ` +
          (faultCount ? `${faultCount} faults.` : 'nothing was changed, removed, inserted or reordered.'),
      )
      return { lines, data: { ...counts, faultCount, faults }, failed: faultCount > 0 }
    })
  },
}
