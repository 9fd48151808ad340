import { required } from '../../contract/required.ts'
import type { Tx } from '../db/open.ts'
import type { Organization } from './organizations.ts'
import { daysAfter } from './random.ts'

/**
 * Mistakes in earlier, rejected requests: the reason for the rejection, and the name or contact that the
 * reviewer objected to.
 */
const earlier = [
  {
    reject: '组织名称与营业执照不一致，请按营业执照填写全称',
    name: (name: string) => name.replace(/(股份|集团)?有限公司$/, ''),
  },
  { reject: '联系人电话无法接通，请更换可核实的联系方式', contact: '前台' },
]

/**
 * Inserts an organization request with its documents for each organization. Every third organization with a
 * pending request also has an earlier, rejected request.
 */
export async function insertCertifications(
  tx: Tx,
  organizations: readonly Organization[],
  documents: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const rows = organizations.flatMap((organization, index) => {
    const { id, owner, status, createdAt, modifiedAt, reviewerId } = organization
    const submitted = {
      tenant_id: id,
      number: 1,
      applicant_id: owner.id,
      name: organization.name,
      areas: JSON.stringify(organization.areas),
      address: null,
      contact_name: owner.name,
      contact_mobile_phone: owner.mobilePhone,
      contact_email: owner.email,
      reference: organization.reference,
      paper_ids: [...required(documents.get(id), 'item of documents')],
    }
    const last = {
      ...submitted,
      id,
      status: status === 'EXPIRED' ? 'FINISH' : status,
      submitted_at: createdAt,
      decided_at: reviewerId ? modifiedAt : null,
      decider_id: reviewerId,
      reject: organization.reject,
    }
    const fault = required(earlier[index % earlier.length], 'item of earlier')
    const reviewer = organizations.find((each) => each.reviewerId)?.reviewerId ?? null
    if (status !== 'PREPARE' || index % 3) return [last]
    return [
      {
        ...submitted,
        id: `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`,
        name: fault.name?.(organization.name) ?? organization.name,
        contact_name: fault.contact ?? owner.name,
        paper_ids: required(documents.get(id), 'item of documents').slice(0, 1),
        status: 'REJECT',
        submitted_at: daysAfter(createdAt, -3),
        decided_at: daysAfter(createdAt, -2),
        decider_id: reviewer,
        reject: fault.reject,
      },
      { ...last, number: 2 },
    ]
  })
  await tx.insertInto('tenant_application').values(rows).execute()
}
