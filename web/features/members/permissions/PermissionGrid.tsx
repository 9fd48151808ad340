import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { memberRules } from '../../../../contract/lists.ts'
import { required } from '../../../../contract/required.ts'
import { ApiError } from '../../../lib/errors.ts'
import { request } from '../../../lib/graphql.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import type { FilterField } from '../../../shared/list/FilterForm.tsx'
import { filterFields } from '../../../shared/list/filterFields.ts'
import { ListFrame } from '../../../shared/list/ListFrame.tsx'
import type { SearchOf } from '../../../shared/list/search-params.ts'
import { useListSearch } from '../../../shared/list/useListSearch.ts'
import { offerUndo } from '../../../shared/undo/offer.tsx'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { memberFields } from '../memberFields.ts'
import { leads, type MemberRow, members } from '../members.ts'
import { savePermissions } from '../mutations.ts'
import { type Tenant, useTenantChanged } from '../tenant.ts'
import { type Change, undoChange } from '../undoChange.ts'
import { words } from '../words.ts'
import classes from './Grid.module.css'
import { GridTable } from './GridTable.tsx'
import { givenAndTaken, useGridChanges } from './gridChanges.ts'

/**
 * Describes the permissions that a grid edits: algorithm roles or data permissions. The object must be
 * referentially stable.
 */
export interface Permissions {
  /** Name of the filter that finds members with a permission. */
  filter: 'role' | 'code'
  label: string
  columns: readonly { code: string; label: string; description: string }[]
  of: (row: MemberRow) => readonly string[]
  change: (operatorId: string, add: readonly string[], remove: readonly string[]) => Change
}

interface Props {
  permissions: Permissions
  tenant: Tenant | undefined
  search: SearchOf<typeof memberRules>
}

/** Shows a grid of members and permissions. Changes are marked, counted, and saved or discarded together. */
export function PermissionGrid({ permissions, tenant, search }: Props) {
  const t = useTexts(words)
  const { tenantId, auth } = useSession()
  const state = useListSearch(memberRules, search)
  const query = useQuery(members.page(state, tenantId))
  const grid = useGridChanges()
  const changed = useTenantChanged()
  const filters = useGridFilters(permissions)
  const columns = permissions.columns
  // All members that have been shown. Pending changes are retained when the user opens another page of the
  // list, and saving them needs the members' current permissions.
  const seen = useRef(new Map<string, MemberRow>())
  useEffect(() => {
    for (const row of query.data?.data ?? []) seen.current.set(row.id, row)
  }, [query.data])

  const save = useMutation({
    mutationFn: async () => {
      const changes = [...grid.changes].map(([id, wanted]) =>
        permissions.change(id, ...givenAndTaken(wanted)),
      )
      const back = changes.map((change) =>
        undoChange(
          change,
          required(required(seen.current.get(change.operatorId), 'item of seen').member, 'member'),
        ),
      )
      await request(savePermissions, { tenantId, changes })
      return back
    },
    onSuccess: async (back) => {
      const { count } = grid
      const own = grid.changes.has(auth.id)
      offerUndo(t('grid.saved', { count }), {
        undo: async () => {
          await request(savePermissions, { tenantId, changes: back })
          return t('grid.undone', { count })
        },
        changed: () => changed({ own }),
      })
      grid.drop()
      await changed({ own })
    },
    // Discards changes to members who have since been removed or promoted, so that the other changes can be
    // saved.
    onError: async (error) => {
      const refused = error instanceof ApiError ? Object.keys(error.fields) : []
      if (!refused.length) return
      grid.forget(refused)
      await changed()
    },
  })
  useUnsaved(grid.count > 0 && !save.isPending)
  const tooMany = grid.people > limits.batch

  return (
    <ListFrame
      label={permissions.label}
      query={query}
      state={state}
      filters={filters}
      empty={<EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>}
      bar={() => null}
      foot={
        grid.count > 0 && (
          <div className={classes.unsaved}>
            <div role="status">
              <strong>{t('grid.changes', { count: grid.count })}</strong>
              <span className={classes.summary}>
                {tooMany ? t('grid.tooMany', { max: limits.batch }) : t('grid.summary', grid)}
              </span>
            </div>
            <div className={classes.actions}>
              <Button variant="default" disabled={save.isPending} onClick={grid.drop}>
                {t('grid.drop')}
              </Button>
              <Button loading={save.isPending} disabled={tooMany} onClick={() => save.mutate()}>
                {t('grid.save')}
              </Button>
            </div>
          </div>
        )
      }
    >
      {(rows, stale) => (
        <GridTable
          label={permissions.label}
          columns={columns}
          rows={columns.length ? rows : undefined}
          expected={Math.min(state.size, 10)}
          stale={stale}
          heldBy={permissions.of}
          changes={grid.changes}
          fixed={tenant?.viewerCan.manageMembers ? isFixed : always}
          want={grid.want}
        />
      )}
    </ListFrame>
  )
}

/**
 * Whether the member's permissions are read-only: the owner and managers hold every permission, and disabled
 * members cannot be changed.
 */
const isFixed = (row: MemberRow): boolean =>
  leads(row) || !row.profile.enabled || !row.member?.viewerCan.setPermissions
const always = () => true

function useGridFilters({ filter, columns }: Permissions): FilterField[] {
  const t = useTexts(words)
  return useMemo(() => {
    const { name, loginId, identity, enabled } = memberFields(t)
    const holds = {
      label: t('grid.holds'),
      options: columns.map(({ code, label }) => ({ value: code, label })),
    }
    return filterFields(memberRules, {
      name,
      loginId,
      role: filter === 'role' && holds,
      code: filter === 'code' && holds,
      identity,
      enabled,
      invitation: false,
    })
  }, [t, filter, columns])
}
