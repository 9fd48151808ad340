import { required } from '../../contract/required.ts'
import { redraw } from '../certification/documents/image.ts'
import type { Tx } from '../db/open.ts'
import { drawLetter, drawLicence } from './drawings.ts'
import type { Organization } from './organizations.ts'
import type { Random } from './random.ts'

/**
 * Inserts documents of pending organization requests and returns the document ids by organization. Three in
 * four requests have a license, and one in four also has a letter.
 */
export async function insertDocuments(
  tx: Tx,
  random: Random,
  organizations: readonly Organization[],
): Promise<ReadonlyMap<string, string[]>> {
  const drawn = await Promise.all([drawLicence(), drawLetter()])
  const images = await Promise.all(drawn.map((image) => redraw(image, 'png')))
  const names = ['营业执照.png', '法定代表人授权书.png']
  const documents = organizations
    .filter(({ status }) => status === 'PREPARE')
    .flatMap(({ id, owner, createdAt }, index) =>
      images.slice(0, index % 4 === 3 ? 0 : 1 + (index % 2)).map(({ content, thumbnail }, kind) => ({
        ...{
          id: random.id(createdAt),
          account_id: owner.id,
          tenant_id: id,
          name: required(names[kind], 'item of names'),
        },
        ...{ type: 'image/png', bytes: content.length, content, thumbnail, created_at: createdAt },
      })),
    )
  await tx.insertInto('tenant_application_paper').values(documents).execute()
  return new Map(
    organizations.map(({ id }) => [
      id,
      documents.filter(({ tenant_id }) => tenant_id === id).map((document) => document.id),
    ]),
  )
}
