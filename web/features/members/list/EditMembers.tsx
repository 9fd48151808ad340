import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { required } from '../../../../contract/required.ts'
import { palgoRoles } from '../../../../contract/states.ts'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { authCodeOptions } from '../../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../../lib/roles/words.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { doWithEach } from '../../../shared/list/bulk/actions.ts'
import { offerUndo } from '../../../shared/undo/offer.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFields } from '../../../ui/fields/form.ts'
import { type GrantState, Grants } from '../../../ui/fields/Grants.tsx'
import { leads, type MemberRow } from '../members.ts'
import {
  type Outcome,
  saveChosenPermissions,
  saveDisplayName,
  saveHeld,
  savePermissions,
} from '../mutations.ts'
import { resultsOf } from '../outcomes.ts'
import { useTenantChanged } from '../tenant.ts'
import { type Change, undoChange } from '../undoChange.ts'
import { words } from '../words.ts'

/** Edits the display name and permissions of one member, or the permissions of several members. */
export default function EditMembers({
  rows,
  ids = rows.map(({ id }) => id),
  done,
  opened,
  onClose,
}: DialogProps<readonly MemberRow[]>) {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const { data: codes } = useQuery(authCodeOptions)
  const single = ids.length === 1 ? rows[0] : undefined
  const named = single?.member?.viewerCan.rename ? single : undefined
  const open = rows.filter((row) => row.member?.viewerCan.setPermissions && !leads(row))
  const closed = new Set(rows.filter((row) => !open.includes(row)).map(({ id }) => id))
  // Exclude loaded members whose permissions the viewer cannot change. The server checks all other members.
  const given = ids.filter((id) => !closed.has(id))
  const unseen = given.length > open.length

  const state = (held: (row: MemberRow) => boolean): GrantState =>
    unseen ? 'mixed' : open.every(held) ? 'on' : open.some(held) ? 'mixed' : 'off'
  const { saveOne, saveMany } = useSaving({
    given,
    named,
    onSaved: () => {
      onClose()
      done?.()
    },
  })

  const fields = useFields({
    initial: {
      displayName: named?.member?.displayName ?? '',
      /** `roles` and `codes` contain only the checkboxes that the user has changed. */
      roles: {} as Record<string, GrantState>,
      codes: {} as Record<string, GrantState>,
    },
    check: ({ displayName }) => ({ displayName: checks.name(displayName) }),
    submit: (values) => (single ? saveOne(single, values) : saveMany(values)),
    refusal,
  })
  const { form } = fields

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={single ? t('edit.title') : t('grant.title', { count: ids.length })}
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
        <Notice>{single ? t('edit.holdsAll') : given.length ? t('grant.skipped') : t('grant.nobody')}</Notice>
      )}
      {given.length > 0 && (
        <>
          {!single && <Notice>{t('grant.hint')}</Notice>}
          <Grants
            label={t('roles')}
            choices={palgoRoles.map((role) => ({
              code: role,
              label: roleName(role),
              description: roleName(`text.${role}`),
              state:
                form.values.roles[role] ??
                state(({ member }) => required(member, 'member').roles.includes(role)),
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
                state:
                  form.values.codes[code] ??
                  state(({ member }) => required(member, 'member').authCodes.includes(code)),
              }))}
              onChange={(code, next) => form.setFieldValue('codes', { ...form.values.codes, [code]: next })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

interface SavingOptions {
  /** Ids of the members whose permissions change. */
  given: readonly string[]
  /**
   * The member whose display name is edited. Undefined if several members are edited, or if the viewer cannot
   * rename the member.
   */
  named: MemberRow | undefined
  onSaved: () => void
}

/**
 * Returns two functions: `saveOne` saves one member with its display name, and `saveMany` saves the
 * permissions of several members.
 */
function useSaving({ given, named, onSaved }: SavingOptions) {
  const t = useTexts(words)
  const changed = useTenantChanged()
  const { auth, tenantId } = useSession()

  async function saveOne(row: MemberRow, { displayName, roles, codes }: Values) {
    const own = row.id === auth.id
    const change = { operatorId: row.id, ...changeOf(roles, codes) }
    const back = undoChange(change, required(row.member, 'member'))
    const news = Object.entries(back).some(([key, codes]) => /^(add|remove)/.test(key) && codes?.length)
    if (news)
      await request(saveHeld, { tenantId, ...heldChange(change, required(row.member, 'member').authCodes) })
    const name = displayName.trim()
    const renamed = named !== undefined && name !== (row.member?.displayName ?? '')
    if (renamed) await request(saveDisplayName, { tenantId, operatorId: row.id, displayName: name })
    onSaved()
    const said = { name: name || row.name }
    if (news)
      offerUndo(t('edit.done', said), {
        // If the member was also renamed, the label says that only the permissions are undone.
        label: renamed ? t('grant.undo') : undefined,
        undo: async () => {
          await request(savePermissions, { tenantId, changes: [back] })
          return t('grant.undoneOne', said)
        },
        changed: () => changed({ own }),
      })
    else toast('ok', t('edit.done', said))
    await changed({ own })
  }

  async function saveMany({ roles, codes }: Values) {
    const change = changeOf(roles, codes)
    const held = new Map<string, Outcome['held']>()
    await doWithEach({
      list: 'members',
      ids: given,
      send: async (operatorIds) => {
        const { saveChosenPermissions: outcomes } = await request(saveChosenPermissions, {
          tenantId,
          operatorIds,
          ...change,
        })
        for (const each of outcomes) held.set(each.operator.id, each.held)
        return resultsOf(outcomes, t)
      },
      done: (count) => t('grant.done', { count }),
      undo: (ids) => ({
        undo: async () => {
          const changes = ids.map((id) =>
            undoChange({ operatorId: id, ...change }, required(held.get(id), 'item of held')),
          )
          await request(savePermissions, { tenantId, changes })
          return t('grant.undone', { count: ids.length })
        },
      }),
      changed: () => changed({ own: given.includes(auth.id) }),
    })
    onSaved()
  }

  return { saveOne, saveMany }
}

/**
 * Returns the mutation variables for one member: the roles to add and to remove, and the complete list of
 * permission codes after the change.
 */
function heldChange(change: Change, codes: readonly string[]) {
  const [add, remove] = [change.addRoles ?? [], change.removeRoles ?? []]
  const [added, removed] = [change.addAuthCodes ?? [], change.removeAuthCodes ?? []]
  return {
    operatorId: change.operatorId,
    ...{ add, adds: add.length > 0, remove, removes: remove.length > 0 },
    codes: [...new Set([...codes.filter((code) => !removed.includes(code)), ...added])],
    sets: added.length + removed.length > 0,
  }
}

interface Values {
  displayName: string
  roles: Record<string, GrantState>
  codes: Record<string, GrantState>
}

/**
 * Returns the roles and permission codes to add and to remove. Those in the state `mixed` are not changed.
 */
function changeOf(roles: Values['roles'], codes: Values['codes']) {
  const codesIn = (state: GrantState) => Object.keys(codes).filter((code) => codes[code] === state)
  return {
    addRoles: palgoRoles.filter((role) => roles[role] === 'on'),
    removeRoles: palgoRoles.filter((role) => roles[role] === 'off'),
    addAuthCodes: codesIn('on'),
    removeAuthCodes: codesIn('off'),
  }
}
