import { expect, test } from 'vitest'
import { recordAudit } from '../../core/audit.ts'
import { expectLabels } from '../audit.ts'
import { useDatabase } from '../use-database.ts'

const db = useDatabase()

const change = (field: string) =>
  db.transaction((tx) =>
    recordAudit(tx, {
      ...{ tenantId: null, actorId: null, action: 'SignIn', targetType: 'device', targetId: 'd', ip: null },
      ...{ success: true, changes: { [field]: [null, 1] } },
    }),
  )

test('a missing label of an audited field causes an error that names the action and the files to change', async () => {
  await change('name')
  await expectLabels(db)
  await change('unlabelled')
  await expect(expectLabels(db)).rejects.toThrow(
    /Add these labels to contract\/audit\/actions\.ts and words\.en\.ts/,
  )
  await expect(expectLabels(db)).rejects.toMatchObject({
    actual: [expect.stringContaining("'field.unlabelled' (changed by SignIn)")],
  })
})
