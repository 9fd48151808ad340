import { required } from '../../../../contract/required.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Confirm } from '../../../ui/dialogs/Confirm.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type ApplicationRow, useApplicationsChanged } from '../applications.ts'
import { secretsOf, type Whose } from '../mutations.ts'
import { words } from '../words.ts'

/**
 * Asks before a secret is revoked, and shows when it was last used. `idle` refuses a secret that was used
 * within the last hour.
 */
export default function RevokeSecret({
  rows: [application],
  secretId,
  idle = false,
  whose = 'application',
  opened,
  onClose,
}: DialogProps<[Pick<ApplicationRow, 'id' | 'secrets'>]> & {
  secretId: string
  idle?: boolean
  whose?: Whose
}) {
  const t = useTexts(words)
  const times = useTimes()
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const { secrets } = application
  const { hint = '', lastUseDateTime, endDateTime } = secrets.find(({ id }) => id === secretId) ?? {}
  const ending = endDateTime ? undefined : secrets.find((each) => each.endDateTime)
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t(idle ? 'finishRotation' : 'revokeOne', { hint })}
      question={t('revokeText', {
        hint,
        time: lastUseDateTime ? times.dateTime(lastUseDateTime) : t('never'),
      })}
      submit={t(idle ? 'finishRotation' : 'revoke')}
      danger
      refusal={refusal}
      run={async () => {
        await secretsOf[whose].revoke(application.id, secretId, idle)
        onClose()
        toast('ok', t('revoked', { hint }))
        await changed()
      }}
    >
      {ending && (
        <Notice tone="warn">
          {t('revokeNewest', {
            hint: ending.hint,
            time: times.dateTime(required(ending.endDateTime, 'endDateTime')),
          })}
        </Notice>
      )}
    </Confirm>
  )
}
