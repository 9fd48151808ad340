import { builder } from '../../core/builder.ts'
import { viewerOf } from '../../core/context.ts'
import { batched } from '../../core/loader.ts'
import { may } from '../../core/viewer.ts'
import { Tenant } from '../../tenants/types.ts'
import { type CertificationRow, findCertificationsOfTenants } from '../store.ts'
import { Certification } from '../types.ts'
import { type DocumentRow, findDocuments, findThumbnails, thumbnailUrl } from './store.ts'

const loadDocument = batched<DocumentRow | null>(
  'paper',
  (context, ids) => findDocuments(context.db.query, ids),
  null,
)

const loadThumbnail = batched<Buffer | null>(
  'paperThumbnail',
  (context, ids) => findThumbnails(context.db.query, ids),
  null,
)

const loadLatestCertification = batched<CertificationRow | undefined>(
  'latestApplication',
  async (context, tenantIds) => {
    const found = await findCertificationsOfTenants(context.db.query, tenantIds, 1)
    return new Map([...found].flatMap(([id, [latest]]) => (latest ? [[id, latest]] : [])))
  },
  undefined,
)

type Loading = Parameters<typeof loadDocument>[0]

const documentsOf = async (context: Loading, { paper_ids }: CertificationRow): Promise<DocumentRow[]> =>
  (await Promise.all(paper_ids.map((id) => loadDocument(context, id)))).filter((row) => row !== null)

export const CertificationDocument = builder.objectRef<DocumentRow>('TenantApplicationPaper').implement({
  description:
    'A business license or other document of an organization request. GET /api/papers/ID returns its content.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    type: t.exposeString('type', {
      description: 'Media type: image/jpeg, image/png, image/webp or application/pdf',
    }),
    bytes: t.exposeInt('bytes'),
    thumbnail: t.string({
      nullable: true,
      description: 'Thumbnail as a data: URL; null if the document is not an image',
      resolve: async ({ id }, _args, context) => thumbnailUrl(await loadThumbnail(context, id)),
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
  }),
})

builder.objectField(Certification, 'papers', (t) =>
  t.field({
    type: [CertificationDocument],
    description: 'Submitted documents that are still stored',
    resolve: (row, _args, context) => documentsOf(context, row),
  }),
)

builder.objectField(Certification, 'paperCount', (t) =>
  t.int({
    description: 'Number of submitted documents, including those that have been deleted since',
    resolve: (row) => row.paper_ids.length,
  }),
)

builder.objectField(Tenant, 'papers', (t) =>
  t.field({
    type: [CertificationDocument],
    description:
      'Documents of the latest organization request. Empty unless the viewer is the applicant or can review the request.',
    async resolve(tenant, _args, context) {
      const latest = await loadLatestCertification(context, tenant.id)
      if (!latest) return []
      const viewer = viewerOf(context)
      const own = latest.applicant_id === viewer.accountId
      return may(viewer, 'TENANT_PAPER_READ', own ? ['applicant'] : []) ? documentsOf(context, latest) : []
    },
  }),
)
