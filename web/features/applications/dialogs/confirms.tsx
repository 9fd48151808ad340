import { useNavigate } from '@tanstack/react-router'
import { required } from '../../../../contract/required.ts'
import { request } from '../../../lib/graphql.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { confirmDialog } from '../../../shared/dialogs/confirmDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { type ApplicationRow, useApplicationsChanged } from '../applications.ts'
import { deleteApplication, type SecretOwner, secretsOf, updateApplication } from '../mutations.ts'
import { words } from '../words.ts'

export const DisableApplication = confirmDialog(({ rows: [{ id, name }] }: DialogProps<[ApplicationRow]>) => {
  const t = useTexts(words)
  return {
    title: t('disableOne', { name }),
    question: t('disableText', { name }),
    submit: t('disable'),
    danger: true,
    call: () => request(updateApplication, { id, enabled: false }),
    done: t('disabled', { name }),
    changed: useApplicationsChanged(),
  }
})

/** Deletes an application after the user has typed the application's name, and returns to the list. */
export const DeleteApplication = confirmDialog(({ rows: [{ id, name }] }: DialogProps<[ApplicationRow]>) => {
  const t = useTexts(words)
  const changed = useApplicationsChanged()
  const navigate = useNavigate()
  return {
    title: t('deleteOne', { name }),
    question: t('deleteText', { name }),
    submit: t('delete'),
    byName: { name, label: t('deleteType', { name }), wrong: t('deleteWrong') },
    call: () => request(deleteApplication, { id }),
    done: t('deleted', { name }),
    async changed() {
      await navigate({ to: '/all-management/application-management' })
      await changed()
    },
  }
})

interface RevokeSecretProps extends DialogProps<[Pick<ApplicationRow, 'id' | 'secrets'>]> {
  secretId: string
  /** If true, the server refuses to revoke a secret that was used within the last hour. */
  idle?: boolean
  owner?: SecretOwner
}

/** Shows when a secret was last used, and revokes the secret after confirmation. */
export const RevokeSecret = confirmDialog(
  ({ rows: [{ id, secrets }], secretId, idle = false, owner = 'application' }: RevokeSecretProps) => {
    const t = useTexts(words)
    const times = useTimes()
    const { hint = '', lastUseDateTime, endDateTime } = secrets.find((each) => each.id === secretId) ?? {}
    const ending = endDateTime ? undefined : secrets.find((each) => each.endDateTime)
    return {
      title: t(idle ? 'finishRotation' : 'revokeOne', { hint }),
      question: t('revokeText', {
        hint,
        time: lastUseDateTime ? times.dateTime(lastUseDateTime) : t('never'),
      }),
      children: ending && (
        <Notice tone="warn">
          {t('revokeNewest', {
            hint: ending.hint,
            time: times.dateTime(required(ending.endDateTime, 'endDateTime')),
          })}
        </Notice>
      ),
      submit: t(idle ? 'finishRotation' : 'revoke'),
      danger: true,
      call: () => secretsOf[owner].revoke(id, secretId, idle),
      done: t('revoked', { hint }),
      changed: useApplicationsChanged(),
    }
  },
)
