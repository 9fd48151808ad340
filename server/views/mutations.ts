import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { type Display, densities, isDisplayOf } from '../../contract/list-display.ts'
import { isSearchOf, type SavedList, type SavedSearch, savedListNames } from '../../contract/lists.ts'
import type { Relation } from '../../contract/permissions.ts'
import { required } from '../../contract/required.ts'
import { lockOwn } from '../accounts/target.ts'
import type { Changes } from '../core/audit.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId, newId } from '../core/id.ts'
import { encodeMessage, type Field, id, oneOf, optional, stringSchema, text } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import { assertAllowed, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { lockTarget } from '../tenants/relations.ts'
import {
  assertRoomForView,
  deleteView,
  findView,
  insertView,
  type SavedViewRow,
  updateView,
  type ViewOwner,
} from './store.ts'
import { SavedView, SavedViewList, seesView } from './types.ts'

const name = () => text(limits.views.name)

/** No list has more than 20 filters. `check` later compares the names with the filters of the actual list. */
const search = (): Field<SavedSearch> => ({
  type: 'JSON',
  list: false,
  required: true,
  schema: v.pipe(
    v.record(v.string(), stringSchema, encodeMessage('field.invalid')),
    v.check((value) => Object.keys(value).length <= 20, encodeMessage('field.tooMany', { max: 20 })),
  ),
})

/** No list has more than 20 columns. `check` later compares the keys with the columns of the actual list. */
const display = (): Field<Display> => ({
  type: 'JSON',
  list: false,
  required: true,
  schema: v.strictObject({
    columns: v.pipe(v.array(stringSchema), v.maxLength(20, encodeMessage('field.tooMany', { max: 20 }))),
    density: v.picklist(densities),
  }),
})

type ViewState = Pick<SavedViewRow, 'search' | 'display'>

function check(list: SavedList, { search, display }: ViewState): void {
  if (!isSearchOf(list, search, limits.search)) throw badInput({ search: ['field.invalid'] })
  if (display && !isDisplayOf(list, display)) throw badInput({ display: ['field.invalid'] })
}

type LockedOwner = { owner: ViewOwner; relations: readonly Relation[] }

/**
 * Locks the row of the owner, which is the viewer's account or an organization. Returns null if the viewer
 * cannot see the organization.
 */
async function lockOwner(tx: Tx, tenantId: string | null, viewer: Viewer): Promise<LockedOwner | null> {
  if (tenantId === null) {
    const own = await lockOwn(tx, undefined, viewer)
    return own && { owner: { account_id: viewer.accountId, tenant_id: null }, relations: ['self'] }
  }
  const target = await lockTarget(tx, tenantId, viewer)
  return target && { owner: { account_id: null, tenant_id: target.row.id }, relations: target.relations }
}

/** Locks the owner of a view and returns the view. Returns null if the viewer cannot see the view. */
async function lockView(
  tx: Tx,
  viewId: string,
  viewer: Viewer,
): Promise<Required<Target<SavedViewRow>> | null> {
  const found = isId(viewId) ? await findView(tx, viewId) : undefined
  if (!found || (found.account_id && found.account_id !== viewer.accountId)) return null
  const locked = await lockOwner(tx, found.tenant_id, viewer)
  // The owner of the view may have changed before the lock was acquired.
  const row = await findView(tx, viewId)
  if (!locked || row?.tenant_id !== found.tenant_id || row.account_id !== found.account_id) return null
  if (row.tenant_id && !seesView(viewer, row.list, locked.relations)) return null
  return { row, relations: locked.relations }
}

const ownerOf = ({ account_id, tenant_id }: SavedViewRow): ViewOwner =>
  tenant_id
    ? { account_id: null, tenant_id }
    : { account_id: required(account_id, 'account_id'), tenant_id: null }

/**
 * Returns the audit events for a view. Only views of organizations are audited, because personal views affect
 * nobody else.
 */
const auditRows = (
  { id }: SavedViewRow,
  tenantId: string | null,
  view: readonly [before: string | null, after: string | null],
) =>
  tenantId
    ? [
        {
          tenantId,
          targetType: 'savedView' as const,
          targetId: id,
          changes: { view } satisfies Changes,
          always: true,
        },
      ]
    : []

mutation({
  name: 'createSavedView',
  description:
    'Saves a view of a list for the caller or, with tenantId, for an organization. An account or organization can have at most 20 views of each list. Access: signed-in users; for an organization, its owner and managers.',
  can: 'VIEW_OWN',
  effects: [],
  input: {
    list: oneOf(SavedViewList, savedListNames),
    name: name(),
    search: search(),
    display: optional(display()),
    tenantId: optional(id()),
  },
  returns: SavedView,
  async target(tx, { tenantId }, viewer) {
    const row = await lockOwner(tx, tenantId ?? null, viewer)
    return row && { row, relations: row.relations }
  },
  permit({ viewer, target: { owner }, relations }) {
    if (owner.tenant_id) assertAllowed('VIEW_SHARE', viewer, relations)
  },
  async run({ tx, input: { list, name, search, display = null }, target: { owner, relations } }) {
    check(list, { search, display })
    await assertRoomForView(tx, owner, { list, name })
    return { ...(await insertView(tx, { id: newId(), list, name, search, display, ...owner })), relations }
  },
  audit: ({ result }) => auditRows(result, result.tenant_id, [null, result.name]),
})

mutation({
  name: 'updateSavedView',
  description:
    'Changes a saved view. An omitted name or search stays unchanged; if display is omitted, it is cleared. Access: the user to whom the view belongs; for a view of an organization, its owner and managers.',
  can: 'VIEW_CHANGE',
  effects: [],
  input: { id: id(), name: optional(name()), search: optional(search()), display: optional(display()) },
  returns: SavedView,
  async target(tx, input, viewer) {
    const target = await lockView(tx, input.id, viewer)
    return target && { row: { view: target.row, relations: target.relations }, relations: target.relations }
  },
  async run({ tx, input, target: { view, relations } }) {
    const name = input.name ?? view.name
    const [search, display] = [input.search ?? view.search, input.display ?? null]
    check(view.list, { search, display })
    await assertRoomForView(tx, ownerOf(view), { list: view.list, name, except: view.id })
    return { ...(await updateView(tx, view.id, { name, search, display })), relations }
  },
  audit: ({ target: { view }, result }) =>
    auditRows(result, view.tenant_id, [view.name === result.name ? null : view.name, result.name]),
})

mutation({
  name: 'shareSavedView',
  description:
    "Moves the caller's saved view to an organization, which shares it with its members. If `tenantId` is null, moves an organization's view to the caller. Access: owner and managers of the organization.",
  can: 'VIEW_CHANGE',
  effects: [],
  input: { id: id(), tenantId: optional(id()) },
  returns: SavedView,

  // Lock organizations before accounts, like all other transactions, to prevent deadlocks.
  async target(tx, { id, tenantId }, viewer) {
    const current = tenantId && isId(id) ? (await findView(tx, id))?.tenant_id : null
    if (current && current !== tenantId?.toLowerCase()) throw new AppError('CONFLICT')
    const to = tenantId ? await lockOwner(tx, tenantId, viewer) : null
    if (tenantId && !to) return null
    const from = await lockView(tx, id, viewer)
    if (!from) return null
    const locked = to ?? (await lockOwner(tx, null, viewer))
    return (
      locked && {
        row: { view: from.row, owner: locked.owner, relations: locked.relations },
        // The viewer needs permission for both the previous and the new owner. These relations are to the
        // previous owner. If the new owner is an organization, `permit` checks the relations to it.
        relations: from.relations,
      }
    )
  },
  permit({ viewer, target: { owner, relations } }) {
    if (owner.tenant_id) assertAllowed('VIEW_SHARE', viewer, relations)
  },

  async run({ tx, target: { view, owner, relations } }) {
    if (view.tenant_id === owner.tenant_id) return { ...view, relations }
    await assertRoomForView(tx, owner, view)
    return { ...(await updateView(tx, view.id, owner)), relations }
  },
  audit: ({ target: { view, owner } }) =>
    view.tenant_id === owner.tenant_id
      ? []
      : [
          ...auditRows(view, view.tenant_id, [view.name, null]),
          ...auditRows(view, owner.tenant_id, [null, view.name]),
        ],
})

mutation({
  name: 'deleteSavedView',
  description: 'Deletes a saved view. Access: same as updateSavedView.',
  can: 'VIEW_CHANGE',
  effects: [],
  input: { id: id() },
  returns: 'Boolean',
  target: (tx, input, viewer) => lockView(tx, input.id, viewer),
  async run({ tx, target }) {
    await deleteView(tx, target.id)
    return true
  },
  audit: ({ target }) => auditRows(target, target.tenant_id, [target.name, null]),
})
