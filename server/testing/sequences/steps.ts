import { required } from '../../../contract/required.ts'
import { type DeviceStatus, deviceMoves } from '../../../contract/states.ts'
import type { Person, Tokens } from '../app.ts'
import { contact, newName } from '../organizations.ts'

export interface Organization {
  id: string
  status: 'PREPARE' | 'REJECT' | 'FINISH'
  owner: string
  managers: Set<string>
  members: Set<string>
  invitation?: { code: string; by: string }
}

export interface Model {
  organizations: Organization[]
  devices: Map<string, { tenantId: string; status: DeviceStatus }>
  disabled: Set<string>
  /** Accounts that have been enabled again but have no session. */
  signedOut: Set<string>
  /** All accounts except the administrator. */
  people: Person[]
}

export interface StepContext {
  actor: Tokens & { id: string }
  byAdmin: boolean
  target: Person
  org: Organization | undefined
  deviceId: string
}

export interface Step {
  name: string
  document: string
  /** Marks a step that must be rare, because few other steps are possible after it. */
  rare?: true
  variables(situation: StepContext): Record<string, unknown>
  /** Whether the step can be executed. If not, it is skipped. */
  when?(situation: StepContext, model: Model): boolean
  may(situation: StepContext, model: Model): boolean
  // biome-ignore lint/suspicious/noExplicitAny: what the call has answered
  after(situation: StepContext, model: Model, answer: any): void
}

const finished = ({ org }: StepContext) => org?.status === 'FINISH'
const isOwner = ({ actor, byAdmin, org }: StepContext) => byAdmin || required(org, 'org').owner === actor.id
const isManager = (situation: StepContext) =>
  isOwner(situation) || required(situation.org, 'org').managers.has(situation.actor.id)
const ofTenant = ({ org, target }: StepContext) => ({ id: required(org, 'org').id, who: target.id })
const ofOrganization = ({ org }: StepContext) => ({ id: required(org, 'org').id })
/**
 * Removes the manager role. The invitations of a former manager become invalid and stay invalid even if the
 * person becomes a manager again.
 */
function removeManager(org: Organization, id: string): void {
  org.managers.delete(id)
  if (org.invitation?.by === id) delete org.invitation
}
const member = (field: string) =>
  `mutation m($id: ID!, $who: ID!) { ${field}(tenantId: $id, operatorId: $who) { id } }`
const open = ['PREPARE', 'REJECT']

/** Actions of users and of an administrator, each with its effect on the model. */
export const steps: Step[] = [
  {
    name: 'apply',
    document: `mutation m($name: String!, $contact: ContactInput!) {
      prepareTenant(name: $name, areaIds: ["330106"], contact: $contact) { id } }`,
    variables: () => ({ name: newName(), contact }),
    when: ({ byAdmin }) => !byAdmin,
    may: ({ actor }, { organizations }) =>
      organizations.filter(({ owner, status }) => owner === actor.id && open.includes(status)).length < 3,
    after: ({ actor }, { organizations }, { id }) =>
      organizations.push({
        id,
        status: 'PREPARE',
        owner: actor.id,
        managers: new Set(),
        members: new Set([actor.id]),
      }),
  },
  {
    name: 'confirm',
    document: 'mutation m($id: ID!) { confirmTenant(id: $id) { id } }',
    variables: ofOrganization,
    when: ({ org, byAdmin }) => Boolean(org) && byAdmin,
    may: ({ org }) => required(org, 'org').status === 'PREPARE',
    after: ({ org }) => {
      required(org, 'org').status = 'FINISH'
    },
  },
  {
    name: 'reject',
    rare: true,
    document: 'mutation m($id: ID!) { rejectTenant(id: $id, reject: "no") { id } }',
    variables: ofOrganization,
    when: ({ org, byAdmin }) => Boolean(org) && byAdmin,
    may: ({ org }) => required(org, 'org').status === 'PREPARE',
    after: ({ org }) => {
      required(org, 'org').status = 'REJECT'
    },
  },
  {
    name: 'apply again',
    document: 'mutation m($id: ID!) { rePrepareTenant(id: $id) { id } }',
    variables: ofOrganization,
    when: ({ org }) => Boolean(org),
    may: (situation) => isOwner(situation) && required(situation.org, 'org').status === 'REJECT',
    after: ({ org }) => {
      required(org, 'org').status = 'PREPARE'
    },
  },
  {
    name: 'add',
    document: member('addTenantOperator'),
    variables: ofTenant,
    when: (situation, { disabled }) => finished(situation) && !disabled.has(situation.target.id),
    may: isManager,
    after: ({ org, target }) => void required(org, 'org').members.add(target.id),
  },
  {
    name: 'invite',
    document: 'mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 60) { code } }',
    variables: ofOrganization,
    when: (situation) => finished(situation) && !situation.byAdmin,
    may: isManager,
    after: ({ org, actor }, _, { code }) => {
      required(org, 'org').invitation = { code, by: actor.id }
    },
  },
  {
    name: 'join',
    document: 'mutation m($code: String!) { joinTenantByCode(code: $code) { id } }',
    variables: ({ org }) => ({ code: required(required(org, 'org').invitation, 'invitation').code }),
    when: (situation) =>
      finished(situation) && !situation.byAdmin && Boolean(required(situation.org, 'org').invitation),
    may: ({ org }, { disabled }) => !disabled.has(required(required(org, 'org').invitation, 'invitation').by),
    after: ({ org, actor }) => void required(org, 'org').members.add(actor.id),
  },
  {
    name: 'remove',
    document: member('removeTenantOperator'),
    variables: ofTenant,
    when: finished,
    may: (situation) => {
      const { org, target } = situation
      const inside = required(org, 'org').members.has(target.id) && required(org, 'org').owner !== target.id
      return (
        inside &&
        (isOwner(situation) || (isManager(situation) && !required(org, 'org').managers.has(target.id)))
      )
    },
    after({ org, target }) {
      required(org, 'org').members.delete(target.id)
      removeManager(required(org, 'org'), target.id)
    },
  },
  {
    name: 'make manager',
    document: member('addTenantManager'),
    variables: ofTenant,
    when: (situation, { disabled }) => finished(situation) && !disabled.has(situation.target.id),
    may: (situation) =>
      isOwner(situation) &&
      required(situation.org, 'org').members.has(situation.target.id) &&
      required(situation.org, 'org').owner !== situation.target.id,
    after: ({ org, target }) => void required(org, 'org').managers.add(target.id),
  },
  {
    name: 'make plain member',
    document: member('removeTenantManager'),
    variables: ofTenant,
    when: finished,
    may: (situation) =>
      isOwner(situation) &&
      required(situation.org, 'org').members.has(situation.target.id) &&
      required(situation.org, 'org').owner !== situation.target.id,
    after: ({ org, target }) => removeManager(required(org, 'org'), target.id),
  },
  {
    name: 'hand over',
    document: member('changeTenantOwner'),
    variables: ofTenant,
    when: (situation) => finished(situation) && required(situation.org, 'org').owner !== situation.target.id,
    may: (situation, { disabled }) =>
      isOwner(situation) &&
      required(situation.org, 'org').members.has(situation.target.id) &&
      !disabled.has(situation.target.id),
    after({ org, target }) {
      required(org, 'org').managers.add(required(org, 'org').owner)
      required(org, 'org').managers.delete(target.id)
      required(org, 'org').owner = target.id
    },
  },
  {
    name: 'leave',
    document: 'mutation m($id: ID!) { leaveTenant(tenantId: $id) }',
    variables: ofOrganization,
    when: (situation) => finished(situation) && !situation.byAdmin,
    may: ({ org, actor }) =>
      required(org, 'org').members.has(actor.id) && required(org, 'org').owner !== actor.id,
    after({ org, actor }) {
      required(org, 'org').members.delete(actor.id)
      removeManager(required(org, 'org'), actor.id)
    },
  },
  {
    name: 'disable',
    rare: true,
    document: 'mutation m($who: ID!) { invalidOperator(id: $who) { id } }',
    variables: ({ target }) => ({ who: target.id }),
    may: ({ byAdmin }) => byAdmin,
    after({ target }, { disabled, signedOut }) {
      disabled.add(target.id)
      signedOut.add(target.id)
    },
  },
  {
    name: 'enable',
    document: 'mutation m($who: ID!) { validOperator(id: $who) { id } }',
    variables: ({ target }) => ({ who: target.id }),
    may: ({ byAdmin }) => byAdmin,
    after: ({ target }, { disabled }) => void disabled.delete(target.id),
  },
  {
    name: 'save device',
    document: `mutation m($device: ID!, $id: ID!) { saveDeviceByPalgo(id: $device, name: "d", tenantId: $id) { id } }`,
    variables: ({ org, deviceId }) => ({ id: required(org, 'org').id, device: deviceId }),
    when: finished,
    may: ({ byAdmin }) => byAdmin,
    after({ org, deviceId }, { devices }) {
      devices.set(deviceId, {
        status: devices.get(deviceId)?.status ?? 'PRODUCED',
        tenantId: required(org, 'org').id,
      })
    },
  },
  ...(['ACTIVE', 'SUSPENDED', 'RETIRED'] as const).map(
    (to): Step => ({
      name: `make device ${to}`,
      document: `mutation m($device: ID!) { updateDeviceByStatus(id: $device, status: ${to}) { id } }`,
      variables: ({ deviceId }) => ({ device: deviceId }),
      when: ({ deviceId }, { devices }) => devices.has(deviceId),
      may({ byAdmin, deviceId }, { devices }) {
        const { status } = required(devices.get(deviceId), 'item of devices')
        return byAdmin && (status === to || deviceMoves(status, to, 'hand'))
      },
      after: ({ deviceId }, { devices }) => {
        required(devices.get(deviceId), 'item of devices').status = to
      },
    }),
  ),
  {
    name: 'delete device',
    rare: true,
    document: 'mutation m($device: ID!) { deleteDevice(id: $device) }',
    variables: ({ deviceId }) => ({ device: deviceId }),
    may: ({ byAdmin, deviceId }, { devices }) => byAdmin && devices.has(deviceId),
    after: ({ deviceId }, { devices }) => void devices.delete(deviceId),
  },
  {
    name: 'delete organization',
    rare: true,
    document: 'mutation m($id: ID!) { deleteTenant(id: $id) }',
    variables: ofOrganization,
    when: ({ org, byAdmin }) => Boolean(org) && byAdmin,
    may: ({ org }, { devices }) =>
      ![...devices.values()].some(({ tenantId }) => tenantId === required(org, 'org').id),
    after({ org }, model) {
      model.organizations = model.organizations.filter((each) => each !== org)
    },
  },
]
