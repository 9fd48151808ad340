import { builder } from '../../core/builder.ts'
import { viewerOf } from '../../core/context.ts'
import { batched } from '../../core/loader.ts'
import { may } from '../../core/viewer.ts'
import { type ApplicationRow, findHistories } from '../applications/store.ts'
import { TenantApplication } from '../applications/types.ts'
import { Tenant } from '../types.ts'
import { findPapers, findThumbnails, type PaperRow, pictureOf } from './store.ts'

const loadPaper = batched<PaperRow | null>('paper', (context, ids) => findPapers(context.db.query, ids), null)

const loadThumbnail = batched<Buffer | null>(
  'paperThumbnail',
  (context, ids) => findThumbnails(context.db.query, ids),
  null,
)

const loadLatest = batched<ApplicationRow | undefined>(
  'latestApplication',
  async (context, tenantIds) => {
    const found = await findHistories(context.db.query, tenantIds, 1)
    return new Map([...found].flatMap(([id, [latest]]) => (latest ? [[id, latest]] : [])))
  },
  undefined,
)

type Loading = Parameters<typeof loadPaper>[0]

const papersOf = async (context: Loading, { paper_ids }: ApplicationRow): Promise<PaperRow[]> =>
  (await Promise.all(paper_ids.map((id) => loadPaper(context, id)))).filter((row) => row !== null)

export const TenantApplicationPaper = builder.objectRef<PaperRow>('TenantApplicationPaper').implement({
  description:
    'A licence or another paper handed in with an application; its content is at GET /api/papers/ID',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    type: t.exposeString('type', { description: 'image/jpeg, image/png, image/webp or application/pdf' }),
    bytes: t.exposeInt('bytes'),
    thumbnail: t.string({
      nullable: true,
      description: 'a small picture as a data: URL; null of what is no image',
      resolve: async ({ id }, _args, context) => pictureOf(await loadThumbnail(context, id)),
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
  }),
})

builder.objectField(TenantApplication, 'papers', (t) =>
  t.field({
    type: [TenantApplicationPaper],
    description: 'what is still kept of what was handed in',
    resolve: (row, _args, context) => papersOf(context, row),
  }),
)

builder.objectField(TenantApplication, 'paperCount', (t) =>
  t.int({
    description: 'what was handed in, kept or deleted by now',
    resolve: (row) => row.paper_ids.length,
  }),
)

builder.objectField(Tenant, 'papers', (t) =>
  t.field({
    type: [TenantApplicationPaper],
    description: 'of its latest application, to who applied and who reviews; empty for anyone else',
    async resolve(tenant, _args, context) {
      const latest = await loadLatest(context, tenant.id)
      if (!latest) return []
      const viewer = viewerOf(context)
      const own = latest.applicant_id === viewer.accountId
      return may(viewer, 'TENANT_PAPER_READ', own ? ['applicant'] : []) ? papersOf(context, latest) : []
    },
  }),
)
