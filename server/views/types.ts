import { type SavedList, savedListNames, savedLists } from '../../contract/lists.ts'
import { allowed, type Relation } from '../../contract/permissions.ts'
import { builder } from '../core/builder.ts'
import { may, type Viewer } from '../core/viewer.ts'
import type { SavedViewRow } from './store.ts'

export const SavedViewList = builder.enumType('SavedViewList', {
  description:
    'DEVICES, TENANTS, ACCOUNTS, APPLICATIONS: of the platform; OWN_DEVICES, MEMBERS: of the organization that the session is in',
  values: savedListNames,
})

/** With what the viewer is towards it. */
export type Shown = SavedViewRow & { relations: readonly Relation[] }

const SavedViewCan = builder.objectRef<Shown>('SavedViewCan').implement({
  description: 'What the viewer may do with a view',
  fields: (t) => ({
    change: t.boolean({
      description: 'name, overwrite, share and delete it',
      resolve: ({ relations }) => allowed('VIEW_CHANGE', new Set(relations)),
    }),
  }),
})

export const SavedView = builder.objectRef<Shown>('SavedView').implement({
  description:
    "What is looked for in a list and how it shows, under a name: an account's own, or an organization's",
  fields: (t) => ({
    id: t.exposeID('id'),
    list: t.field({ type: SavedViewList, resolve: ({ list }) => list }),
    name: t.exposeString('name'),
    search: t.field({
      type: 'JSON',
      description: 'values of filters by their names, and `sort`, such as NAME.asc',
      resolve: ({ search }) => search,
    }),
    display: t.field({
      type: 'JSON',
      nullable: true,
      description:
        '`columns`: keys of those that show behind the first one, in their order; `density`: compact, normal or roomy. null: as the viewer has them',
      resolve: ({ display }) => display,
    }),
    tenantId: t.exposeID('tenant_id', { nullable: true, description: "null: the viewer's own" }),
    viewerCan: t.field({ type: SavedViewCan, resolve: (view) => view }),
  }),
})

/**
 * Whether an organization's view exists for the viewer: a member who may see the list that it is of. What it looks for says
 * something of what is in the list.
 */
export const seesView = (viewer: Viewer, list: SavedList, towardsTenant: readonly Relation[]): boolean =>
  towardsTenant.includes('member') &&
  may(viewer, savedLists[list].can, savedLists[list].ofTenant ? towardsTenant : [])
