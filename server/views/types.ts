import { type SavedList, savedListNames, savedLists } from '../../contract/lists.ts'
import { allowed, type Relation } from '../../contract/permissions.ts'
import { builder } from '../core/builder.ts'
import { may, type Viewer } from '../core/viewer.ts'
import type { SavedViewRow } from './store.ts'

export const SavedViewList = builder.enumType('SavedViewList', {
  description:
    "DEVICES, TENANTS, ACCOUNTS and APPLICATIONS are lists of the whole platform. OWN_DEVICES and MEMBERS are lists of the session's current organization.",
  values: savedListNames,
})

export type ViewerSavedView = SavedViewRow & { relations: readonly Relation[] }

const SavedViewCan = builder.objectRef<ViewerSavedView>('SavedViewCan').implement({
  description: 'Actions that the viewer can perform on a saved view',
  fields: (t) => ({
    change: t.boolean({
      description: 'Whether the viewer can rename, overwrite, share and delete the view',
      resolve: ({ relations }) => allowed('VIEW_CHANGE', new Set(relations)),
    }),
  }),
})

export const SavedView = builder.objectRef<ViewerSavedView>('SavedView').implement({
  description:
    'Filters, sort order and columns of a list, saved under a name for an account or an organization',
  fields: (t) => ({
    id: t.exposeID('id'),
    list: t.field({ type: SavedViewList, resolve: ({ list }) => list }),
    name: t.exposeString('name'),
    search: t.field({
      type: 'JSON',
      description: 'Filter values by filter name. The key `sort` contains the sort order, such as NAME.asc.',
      resolve: ({ search }) => search,
    }),
    display: t.field({
      type: 'JSON',
      nullable: true,
      description:
        "`columns`: keys of the columns after the first one, in order. `density`: compact, normal or roomy. Null if the view uses the viewer's own settings.",
      resolve: ({ display }) => display,
    }),
    tenantId: t.exposeID('tenant_id', {
      nullable: true,
      description: 'Organization to which the view belongs; null if it belongs to the viewer',
    }),
    viewerCan: t.field({ type: SavedViewCan, resolve: (view) => view }),
  }),
})

/**
 * Whether the viewer can see a view of an organization. Only members who can read the view's list can see the
 * view, because its filters reveal something about the rows.
 */
export const seesView = (viewer: Viewer, list: SavedList, towardsTenant: readonly Relation[]): boolean =>
  towardsTenant.includes('member') &&
  may(viewer, savedLists[list].can, savedLists[list].ofTenant ? towardsTenant : [])
