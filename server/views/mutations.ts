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
import { type Field, id, oneOf, optional, say, stringSchema, text } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import { assertAllowed, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { lockTarget } from '../tenants/relations.ts'
import {
  deleteView,
  demandRoom,
  findView,
  insertView,
  type SavedViewRow,
  updateView,
  type Whose,
} from './store.ts'
import { SavedView, SavedViewList, seesView } from './types.ts'

const name = () => text(limits.views.name)

/** No more entries than a list has filters; which of them it has is asked of the list. */
const search = (): Field<SavedSearch> => ({
  type: 'JSON',
  list: false,
  required: true,
  schema: v.pipe(
    v.record(v.string(), stringSchema, say('field.invalid')),
    v.check((value) => Object.keys(value).length <= 20, say('field.tooMany', { max: 20 })),
  ),
})

/** No more columns than the longest list has; which they are is asked of the list. */
const display = (): Field<Display> => ({
  type: 'JSON',
  list: false,
  required: true,
  schema: v.strictObject({
    columns: v.pipe(v.array(stringSchema), v.maxLength(20, say('field.tooMany', { max: 20 }))),
    density: v.picklist(densities),
  }),
})

type Saved = Pick<SavedViewRow, 'search' | 'display'>

function check(list: SavedList, { search, display }: Saved): void {
  if (!isSearchOf(list, search, limits.search)) throw badInput({ search: ['field.invalid'] })
  if (display && !isDisplayOf(list, display)) throw badInput({ display: ['field.invalid'] })
}

type Place = { whose: Whose; relations: readonly Relation[] }

/** Whose a view is or is to be, their row locked; null where that organization does not exist for the viewer. */
async function lockWhose(tx: Tx, tenantId: string | null, viewer: Viewer): Promise<Place | null> {
  if (tenantId === null) {
    const own = await lockOwn(tx, undefined, viewer)
    return own && { whose: { account_id: viewer.accountId, tenant_id: null }, relations: ['self'] }
  }
  const target = await lockTarget(tx, tenantId, viewer)
  return target && { whose: { account_id: null, tenant_id: target.row.id }, relations: target.relations }
}

/** The view that a mutation is about, behind the lock of whose it is; null where it does not exist for the viewer. */
async function lockView(
  tx: Tx,
  viewId: string,
  viewer: Viewer,
): Promise<Required<Target<SavedViewRow>> | null> {
  const found = isId(viewId) ? await findView(tx, viewId) : undefined
  if (!found || (found.account_id && found.account_id !== viewer.accountId)) return null
  const place = await lockWhose(tx, found.tenant_id, viewer)
  // It may have changed hands before the lock was there.
  const row = await findView(tx, viewId)
  if (!place || row?.tenant_id !== found.tenant_id || row.account_id !== found.account_id) return null
  if (row.tenant_id && !seesView(viewer, row.list, place.relations)) return null
  return { row, relations: place.relations }
}

const whoseIs = ({ account_id, tenant_id }: SavedViewRow): Whose =>
  tenant_id
    ? { account_id: null, tenant_id }
    : { account_id: required(account_id, 'account_id'), tenant_id: null }

/** Of an organization's view; one's own is nobody else's matter. */
const audited = (
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
    "one's own, or with tenantId an organization's; at most 20 of a list each. who: signed in; its owner, its managers",
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
    const row = await lockWhose(tx, tenantId ?? null, viewer)
    return row && { row, relations: row.relations }
  },
  permit({ viewer, target: { whose }, relations }) {
    if (whose.tenant_id) assertAllowed('VIEW_SHARE', viewer, relations)
  },
  async run({ tx, input: { list, name, search, display = null }, target: { whose, relations } }) {
    check(list, { search, display })
    await demandRoom(tx, whose, { list, name })
    return { ...(await insertView(tx, { id: newId(), list, name, search, display, ...whose })), relations }
  },
  audit: ({ result }) => audited(result, result.tenant_id, [null, result.name]),
})

mutation({
  name: 'updateSavedView',
  description:
    "its name, what it looks for, how it shows. who: whose own it is; of an organization's its owner, its managers",
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
    await demandRoom(tx, whoseIs(view), { list: view.list, name, but: view.id })
    return { ...(await updateView(tx, view.id, { name, search, display })), relations }
  },
  audit: ({ target: { view }, result }) =>
    audited(result, view.tenant_id, [view.name === result.name ? null : view.name, result.name]),
})

mutation({
  name: 'shareSavedView',
  description:
    "gives one's own view to an organization, or with null takes one back from it. who: its owner, its managers",
  can: 'VIEW_CHANGE',
  effects: [],
  input: { id: id(), tenantId: optional(id()) },
  returns: SavedView,

  // Organizations are locked before accounts.
  async target(tx, { id, tenantId }, viewer) {
    const given = tenantId && isId(id) ? (await findView(tx, id))?.tenant_id : null
    if (given && given !== tenantId?.toLowerCase()) throw new AppError('CONFLICT')
    const to = tenantId ? await lockWhose(tx, tenantId, viewer) : null
    if (tenantId && !to) return null
    const from = await lockView(tx, id, viewer)
    if (!from) return null
    const place = to ?? (await lockWhose(tx, null, viewer))
    return (
      place && {
        row: { view: from.row, whose: place.whose, relations: place.relations },
        // Both have to allow it: towards an organization `permit` asks.
        relations: from.relations,
      }
    )
  },
  permit({ viewer, target: { whose, relations } }) {
    if (whose.tenant_id) assertAllowed('VIEW_SHARE', viewer, relations)
  },

  async run({ tx, target: { view, whose, relations } }) {
    if (view.tenant_id === whose.tenant_id) return { ...view, relations }
    await demandRoom(tx, whose, view)
    return { ...(await updateView(tx, view.id, whose)), relations }
  },
  audit: ({ target: { view, whose } }) =>
    view.tenant_id === whose.tenant_id
      ? []
      : [
          ...audited(view, view.tenant_id, [view.name, null]),
          ...audited(view, whose.tenant_id, [null, view.name]),
        ],
})

mutation({
  name: 'deleteSavedView',
  description: 'who: as updateSavedView',
  can: 'VIEW_CHANGE',
  effects: [],
  input: { id: id() },
  returns: 'Boolean',
  target: (tx, input, viewer) => lockView(tx, input.id, viewer),
  async run({ tx, target }) {
    await deleteView(tx, target.id)
    return true
  },
  audit: ({ target }) => audited(target, target.tenant_id, [target.name, null]),
})
