import { savedListNames } from '../../contract/lists.ts'
import { viewerOf } from '../core/context.ts'
import { oneOf } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { loadTenant } from '../tenants/types.ts'
import { loadRelations } from '../tenants/viewer-can.ts'
import { listViews } from './store.ts'
import { SavedView, SavedViewList, seesView, type ViewerSavedView } from './types.ts'

query({
  name: 'listSavedView',
  description:
    "Returns the saved views of a list, at most 100: the caller's own and those of organizations in which the caller can read the list. Access: signed-in users.",
  can: 'VIEW_OWN',
  input: { list: oneOf(SavedViewList, savedListNames) },
  returns: [SavedView],
  async run({ context, viewer, input: { list } }) {
    const rows = await listViews(context.db.query, { accountId: viewer.accountId, list })
    const shown = await Promise.all(
      rows.map(async (row): Promise<ViewerSavedView | null> => {
        if (!row.tenant_id) return { ...row, relations: ['self'] }
        const tenant = await loadTenant(context, row.tenant_id)
        const relations = tenant ? [...(await loadRelations(context, tenant))] : []
        return seesView(viewerOf(context), list, relations) ? { ...row, relations } : null
      }),
    )
    return shown.filter((each) => each !== null)
  },
})
