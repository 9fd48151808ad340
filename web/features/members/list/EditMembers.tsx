import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { palgoRoles } from '../../../../contract/states.ts'
import { authCodeOptions } from '../../../lib/authCodes.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { type GrantState, Grants } from '../../../ui/fields/Grants.tsx'
import { offerUndo } from '../../../undo/offer.tsx'
import { leads, type MemberRow } from '../members.ts'
import { saveDisplayName, savePermissions } from '../mutations.ts'
import { takeBack } from '../takeBack.ts'
import { useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'

/** What one member is called and holds here; of several, what they hold. */
export default function EditMembers({ rows, done, opened, onClose }: DialogProps<readonly MemberRow[]>) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useTenantChanged()
  const { auth, tenantId } = useSession()
  const { data: codes } = useQuery(authCodeOptions)
  const single = rows.length === 1 ? rows[0]! : undefined
  const named = single?.member?.viewerCan.rename ? single : undefined
  const open = rows.filter((row) => row.member?.viewerCan.setPermissions && !leads(row))

  const state = (held: (row: MemberRow) => boolean): GrantState =>
    open.every(held) ? 'on' : open.some(held) ? 'mixed' : 'off'
  const fields = useFields({
    initial: {
      displayName: named?.member?.displayName ?? '',
      roles: Object.fromEntries(
        palgoRoles.map((role) => [role, state(({ member }) => member!.roles.includes(role))]),
      ) as Record<string, GrantState>,
      /** Only what has been touched: the catalogue may arrive later. */
      codes: {} as Record<string, GrantState>,
    },
    check: ({ displayName }) => ({ displayName: checks.name(displayName) }),
    submit: async ({ displayName, roles, codes: touched }) => {
      const changes = open.flatMap((row) => {
        const [addRoles, removeRoles] = differences(roles, row.member!.roles)
        const [addAuthCodes, removeAuthCodes] = differences(touched, row.member!.authCodes)
        const none = [addRoles, removeRoles, addAuthCodes, removeAuthCodes].every(({ length }) => !length)
        return none
          ? []
          : {
              operatorId: row.id,
              addRoles: palgoRoles.filter((role) => addRoles.includes(role)),
              removeRoles: palgoRoles.filter((role) => removeRoles.includes(role)),
              addAuthCodes,
              removeAuthCodes,
            }
      })
      if (changes.length) await request(savePermissions, { tenantId, changes })
      const renamed = named && displayName.trim() !== (named.member?.displayName ?? '')
      if (renamed)
        await request(saveDisplayName, {
          tenantId,
          operatorId: named.id,
          displayName: displayName.trim(),
        })
      onClose()
      done?.()
      const own = single?.id === auth.id
      const count = changes.length
      const name = displayName.trim() || single?.name
      const said = name ? t('edit.done', { name }) : t('grant.done', { count })
      if (count)
        offerUndo(said, {
          // What somebody is called is not taken back with it.
          label: renamed ? t('grant.undo') : undefined,
          undo: async () => {
            const before = new Map(open.map((row) => [row.id, row]))
            await request(savePermissions, {
              tenantId,
              changes: changes.map((change) => takeBack(change, before.get(change.operatorId)!)),
            })
            return name ? t('grant.undoneOne', { name }) : t('grant.undone', { count })
          },
          changed: () => changed({ own }),
        })
      else toast('ok', said)
      await changed({ own })
    },
    refusal,
  })
  const { form } = fields

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={single ? t('edit.title') : t('grant.title', { count: rows.length })}
      fields={fields}
      submit={t('save')}
    >
      {named && (
        <TextInput
          {...fields.field('displayName', t('edit.displayNameRule', { name: named.name }))}
          label={t('edit.displayName')}
          placeholder={named.name}
          autoComplete="off"
          data-autofocus
        />
      )}
      {open.length < rows.length && (
        <Notice>{single ? t('edit.holdsAll') : open.length ? t('grant.skipped') : t('grant.nobody')}</Notice>
      )}
      {open.length > 0 && (
        <>
          {!single && <Notice>{t('grant.hint')}</Notice>}
          <Grants
            label={t('roles')}
            choices={palgoRoles.map((role) => ({
              code: role,
              label: t(`role.${role}`),
              description: t(`roleText.${role}`),
              state: form.values.roles[role]!,
            }))}
            onChange={(code, next) => form.setFieldValue('roles', { ...form.values.roles, [code]: next })}
          />
          {codes && (
            <Grants
              label={t('codes')}
              choices={codes.map(({ code, label, description }) => ({
                code,
                label,
                description,
                state: form.values.codes[code] ?? state(({ member }) => member!.authCodes.includes(code)),
              }))}
              onChange={(code, next) => form.setFieldValue('codes', { ...form.values.codes, [code]: next })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** What is to be given and taken so that `held` becomes what is wanted; `mixed` leaves it as it is. */
function differences(wanted: Readonly<Record<string, GrantState>>, held: readonly string[]) {
  const entries = Object.entries(wanted)
  return [
    entries.filter(([code, state]) => state === 'on' && !held.includes(code)).map(([code]) => code),
    entries.filter(([code, state]) => state === 'off' && held.includes(code)).map(([code]) => code),
  ] as const
}
