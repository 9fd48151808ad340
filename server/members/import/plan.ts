import { limits } from '../../../contract/limits.ts'
import { allowed, type Relation } from '../../../contract/permissions.ts'
import { required } from '../../../contract/required.ts'
import type { PalgoRole } from '../../../contract/states.ts'
import { maskPhone } from '../../accounts/phones/phone.ts'
import { type AccountRow, findByPhones } from '../../accounts/store.ts'
import { isId, newId } from '../../core/id.ts'
import type { Field } from '../../core/input.ts'
import type { Cell } from '../../core/list-export.ts'
import type { Fault, Import, ImportCall, ImportRow, PlannedRow } from '../../core/list-import.ts'
import { may, platformRelations, type Viewer } from '../../core/viewer.ts'
import { inLanguage, roleLabels } from '../../core/words.ts'
import type { MemberRow } from '../../tenants/members.ts'
import { assertConfirmed } from '../../tenants/rules.ts'
import type { TenantRow } from '../../tenants/store.ts'
import { findCodeNames } from '../codes.ts'
import { findTakenNames } from '../display-names.ts'
import { findMembers } from '../store.ts'
import { relationsToMember } from '../target.ts'
import type { columns } from './columns.ts'

export type Input = { tenantId: Field<string> }
export interface Scene {
  tenant: TenantRow
  relations: readonly Relation[]
}
type Row = ImportRow<typeof columns>
type Spec = Import<Input, typeof columns, Scene, RowChange>

/** The change to one account's membership. */
export interface RowChange {
  accountId: string
  /** The account to create, or null if the account exists. */
  account: { id: string; name: string; mobilePhone: string } | null
  /** The current membership, or null if the account is not a member yet. */
  member: MemberRow | null
  displayName: string | null | undefined
  roles: readonly string[] | undefined
  authCodes: readonly string[] | undefined
}

const seesAll = (viewer: Viewer): boolean => {
  const relations = platformRelations(viewer)
  return relations.has('admin') || relations.has('account_management')
}

/**
 * Limits how many phone numbers a user can look up by importing them, because the preview reveals which
 * numbers have an account. Users who can see all accounts are not limited.
 */
export const chargeLookups: NonNullable<Spec['charge']> = async ({ db, services, viewer, input, rows }) => {
  if (seesAll(viewer) || !isId(input.tenantId)) return
  const phones = [...new Set(rows.flatMap(({ values }) => values.mobilePhone ?? []))]
  const accounts = await findByPhones(db, phones)
  const ids = [...accounts.values()].map(({ id }) => id)
  const members = (await findMembers(db, input.tenantId, ids)).length
  const amount = phones.length - members
  if (amount > 0)
    await services.limiter.take(db, {
      kind: 'importMembers',
      subject: viewer.accountId,
      max: limits.import.phonesPerDay,
      window: 86_400,
      amount,
    })
}

type PlanCall = ImportCall<Input, Scene> & { rows: readonly Row[]; lock: boolean }

/** Determines what each row changes. Throws CONFLICT unless the organization's status is FINISH. */
export async function planMembers(call: PlanCall): Promise<PlannedRow<RowChange>[]> {
  const { tx, rows, target, lock } = call
  assertConfirmed(target.tenant)
  const phones = [...new Set(rows.flatMap(({ values }) => values.mobilePhone ?? []))]
  const accounts = await findByPhones(tx, phones, { share: lock })
  const ids = [...accounts.values()].map(({ id }) => id)
  const members = new Map(
    (await findMembers(tx, target.tenant.id, ids)).map((member) => [member.account_id, member]),
  )
  const codes = await findCodeNames(tx)
  const taken = await findTakenNames(tx, target.tenant.id, renamed(rows, accounts, members))
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const { mobilePhone } = row.values
    if (mobilePhone === undefined) return { kind: 'wrong', faults: { mobilePhone: ['field.required'] } }
    const earlier = seen.get(mobilePhone)
    if (earlier !== undefined)
      return { kind: 'wrong', faults: { mobilePhone: ['import.repeated', { row: earlier }] } }
    seen.set(mobilePhone, row.number)
    const account = accounts.get(mobilePhone) ?? null
    return planRow(call, row, {
      mobilePhone,
      account,
      member: (account && members.get(account.id)) ?? null,
      nameTaken: taken.has(account?.id ?? mobilePhone),
      codes,
    })
  })
}

/**
 * Returns the display names that change. `accountId` is the phone number for accounts that the import
 * creates.
 */
const renamed = (
  rows: readonly Row[],
  accounts: ReadonlyMap<string, AccountRow>,
  members: ReadonlyMap<string, MemberRow>,
) =>
  rows.flatMap(({ values: { mobilePhone, displayName } }) => {
    if (mobilePhone === undefined || !displayName) return []
    const accountId = accounts.get(mobilePhone)?.id ?? mobilePhone
    return members.get(accountId)?.display_name === displayName ? [] : [{ accountId, displayName }]
  })

interface Match {
  mobilePhone: string
  account: AccountRow | null
  member: MemberRow | null
  /** Whether another member or an earlier row has the same display name. */
  nameTaken: boolean
  codes: ReadonlyMap<string, string>
}

function planRow(
  { viewer, target, request }: PlanCall,
  { values }: Row,
  { mobilePhone, account, member, nameTaken, codes }: Match,
): PlannedRow<RowChange> {
  const faults: Record<string, Fault> = {}
  const given = values.authCodes?.map((name) => codes.get(name))
  if (given?.includes(undefined)) faults.authCodes = ['authCode.unknown']
  const authCodes = given && inCatalogueOrder(given as string[], [...new Set(codes.values())])
  const { displayName, roles } = values
  const wanted = { displayName, roles, authCodes }
  const changed = member ? differing(member, wanted) : { ...wanted }
  if (!account) {
    if (!may(viewer, 'ACCOUNT_CREATE')) faults.mobilePhone = ['phone.unknown']
    else if (values.name === undefined) faults.name = ['field.required']
  } else if (!member) {
    if (!account.enabled) faults.mobilePhone = ['member.disabled']
  } else if (!mayChange(member, changed, target, viewer)) faults[''] = ['member.superior']
  if (nameTaken) faults.displayName = ['member.nameTaken']
  if (Object.keys(faults).length) return { kind: 'wrong', faults }

  const made = account ? null : { id: newId(), name: required(values.name, 'name'), mobilePhone }
  const rowChange: RowChange = {
    accountId: account?.id ?? required(made, 'made').id,
    account: made,
    member,
    ...changed,
  }
  const role = (each: string) => inLanguage(roleLabels[each as PalgoRole], request.locale)
  const changes: Record<string, readonly [Cell, Cell]> = {}
  if (made) changes.name = [null, made.name]
  if (changed.displayName !== undefined) changes.displayName = [member?.display_name, changed.displayName]
  if (changed.roles) changes.roles = [member?.roles.map(role).join(', '), changed.roles.map(role).join(', ')]
  if (changed.authCodes) changes.authCodes = [member?.auth_codes.join(', '), changed.authCodes.join(', ')]
  const kind = !member ? 'created' : Object.keys(changes).length ? 'changed' : 'unchanged'
  const shown = member?.display_name ?? account?.name ?? made?.name
  return { kind, name: `${maskPhone(mobilePhone)} ${shown}`, changes, rowChange }
}

type RequestedMember = Pick<RowChange, 'displayName' | 'roles' | 'authCodes'>

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))

/** Returns only the requested values that differ from the member's current values. */
const differing = (
  member: MemberRow,
  { displayName, roles, authCodes }: RequestedMember,
): RequestedMember => ({
  displayName: displayName === member.display_name ? undefined : displayName,
  roles: roles && !same(roles, member.roles) ? roles : undefined,
  authCodes: authCodes && !same(authCodes, member.auth_codes) ? authCodes : undefined,
})

/** Whether saveDisplayNameByTenant and saveTenantPermissions would allow the change. */
function mayChange(
  member: MemberRow,
  change: RequestedMember,
  { tenant, relations }: Scene,
  viewer: Viewer,
): boolean {
  const towards = new Set([
    ...platformRelations(viewer),
    ...relationsToMember(relations, tenant, member, viewer),
  ])
  if (change.displayName !== undefined && !allowed('MEMBER_NAME', towards)) return false
  return !(change.roles || change.authCodes) || allowed('MEMBER_MANAGE', towards)
}

const inCatalogueOrder = (values: readonly string[], order: readonly string[]): string[] =>
  order.filter((value) => values.includes(value))
