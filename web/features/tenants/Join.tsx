import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefusal } from '../../lib/codes.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Initial } from '../../ui/display/Initial.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'
import { groupJoinCode, joinCodeLength, plainJoinCode } from '../../ui/fields/joinCode.ts'
import { typed } from '../../ui/fields/typed.ts'
import classes from './Tenants.module.css'
import { type Invitation, invitationOptions, join } from './tenants.ts'
import { useInvitation } from './useInvitation.ts'
import { words } from './words.ts'

/** Asks for an invitation code, shows its organization, and joins the organization. */
export default function Join({ opened, onClose }: DialogProps) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const client = useQueryClient()
  const { switchTenant, tenants } = useSession()
  const isMember = ({ tenantId }: Invitation) => tenants.some(({ id }) => id === tenantId)

  const fields = useFields({
    initial: { code: '' },
    check: ({ code }) => {
      const missing = joinCodeLength - plainJoinCode(code).length
      if (missing === joinCodeLength) return { code: t('join.empty') }
      return { code: missing ? t('join.short', { count: missing }) : undefined }
    },
    submit: async ({ code }): Promise<void> => {
      const found = await client.fetchQuery(invitationOptions(plainJoinCode(code)))
      if (!found) {
        fields.show({ code: t('join.wrong') })
        return
      }
      if (isMember(found)) {
        switchTenant(found.tenantId)
        toast('ok', t('switched', { name: found.tenantName }), 'tenant')
      } else {
        const joined = await join(plainJoinCode(code))
        toast('ok', t('join.done', { name: joined.name }), 'tenant')
      }
      onClose()
    },
    refusal,
  })

  const code = plainJoinCode(fields.form.values.code)
  const whole = code.length === joinCodeLength
  const { data: found, isFetching } = useQuery({ ...invitationOptions(code), enabled: whole })
  const field = fields.field('code', t('join.rule'))
  const wrong = whole && found === null ? t('join.wrong') : undefined

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('join')}
      width={440}
      fields={fields}
      submit={found && isMember(found) ? t('join.enter') : t('join.submitShort')}
    >
      <TextInput
        {...field}
        {...typed(groupJoinCode, field.onChange)}
        error={field.error ?? wrong}
        description={wrong ? undefined : field.description}
        label={t('join.code')}
        placeholder="ABCD-EFGH-JKLM-NPQR"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: classes.code }}
        data-autofocus
      />
      <div role="status">
        {whole && found && <InvitationCard invitation={found} member={isMember(found)} />}
        {whole && isFetching && !found && (
          <div className={classes.invitation} title={t('join.looking')}>
            <Bar width={32} height={32} />
            <Bar width={160} />
          </div>
        )}
      </div>
    </FormDialog>
  )
}

function InvitationCard({ invitation, member }: { invitation: Invitation; member: boolean }) {
  const t = useTexts(words)
  const { gives, until } = useInvitation(invitation)
  return (
    <div className={classes.invitation}>
      <Initial name={invitation.tenantName} size={32} own square />
      <div>
        <p className={classes.invited}>{invitation.tenantName}</p>
        <p className={classes.hint}>{member ? t('join.already') : gives}</p>
        {!member && <p className={classes.hint}>{until}</p>}
      </div>
    </div>
  )
}
