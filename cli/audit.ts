import { readStoredSeals } from '../server/audit/seals/stored-seals.ts'
import { verifyAuditLog } from '../server/audit/seals/verify.ts'
import { type Run, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const audit: Run = (call) => {
  const { seals: file, days: given } = call.options
  if (call.positionals[0] !== 'verify')
    throw new UsageError('The action must be verify. See reeve audit --help.')
  if (given !== undefined && !/^\d{3,6}$/.test(String(given)))
    throw new UsageError('--days must be a whole number of days, 180 or more.')
  return withDatabase(call, async ({ db, config }) => {
    const { faults, faultCount, ...counts } = await verifyAuditLog(db.query, {
      days: given === undefined ? config.auditDays : Number(given),
      ...(typeof file === 'string' && { storedSeals: await readStoredSeals(file) }),
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
        `${letGo ? `, ${letGo} deleted with quarters that exceeded the retention` : ''}${waiting ? `, ${waiting} waiting for a seal` : ''}: ` +
        (faultCount ? `${faultCount} faults.` : 'nothing was changed, removed, inserted or reordered.'),
    )
    return { lines, data: { ...counts, faultCount, faults }, failed: faultCount > 0 }
  })
}
