import { graphql, type ResultOf } from '../../lib/graphql.ts'

export const findOperator = graphql(`
  query QueryOperator($loginId: String!, $tenantId: ID!) {
    queryOperator(loginId: $loginId, pageSize: 1) {
      data { id name profile { mobilePhone enabled } member(tenantId: $tenantId) { displayName } }
    }
  }
`)

export const addMember = graphql(`
  mutation AddTenantOperator($tenantId: ID!, $operatorId: ID!) {
    addTenantOperator(tenantId: $tenantId, operatorId: $operatorId) { id }
  }
`)

export const createMember = graphql(`
  mutation CreateTenantOperator($tenantId: ID!, $mobilePhone: String!, $nickName: String!, $password: String!) {
    createTenantOperator(tenantId: $tenantId, mobilePhone: $mobilePhone, nickName: $nickName, password: $password) { id }
  }
`)

/** The outcome of a bulk change for one member, with the permissions that the member held before. */
const outcome = graphql(`
  fragment MemberOutcome on MemberOutcome {
    operator { id name } result message held { displayName manager roles authCodes }
  }
`)

export const removeMember = graphql(`
  mutation RemoveTenantOperator($tenantId: ID!, $operatorId: ID!) {
    removeTenantOperator(tenantId: $tenantId, operatorId: $operatorId) { id }
  }
`)

export const removeMembers = graphql(
  `
  mutation RemoveChosenOperators($tenantId: ID!, $operatorIds: [ID!]!) {
    removeChosenOperators(tenantId: $tenantId, operatorIds: $operatorIds) { ...MemberOutcome }
  }
`,
  [outcome],
)

export type Outcome = ResultOf<typeof outcome>

export const restoreMembers = graphql(`
  mutation RestoreTenantOperators($tenantId: ID!, $members: [FormerMember!]!) {
    restoreTenantOperators(tenantId: $tenantId, members: $members) { id }
  }
`)

export const addManager = graphql(`
  mutation AddTenantManager($tenantId: ID!, $operatorId: ID!) {
    addTenantManager(tenantId: $tenantId, operatorId: $operatorId) { id }
  }
`)

export const removeManager = graphql(`
  mutation RemoveTenantManager($tenantId: ID!, $operatorId: ID!) {
    removeTenantManager(tenantId: $tenantId, operatorId: $operatorId) { id }
  }
`)

export const addManagers = graphql(
  `
  mutation AddChosenManagers($tenantId: ID!, $operatorIds: [ID!]!) {
    outcomes: addChosenManagers(tenantId: $tenantId, operatorIds: $operatorIds) { ...MemberOutcome }
  }
`,
  [outcome],
)

export const removeManagers = graphql(
  `
  mutation RemoveChosenManagers($tenantId: ID!, $operatorIds: [ID!]!) {
    outcomes: removeChosenManagers(tenantId: $tenantId, operatorIds: $operatorIds) { ...MemberOutcome }
  }
`,
  [outcome],
)

export const saveChosenPermissions = graphql(
  `
  mutation SaveChosenPermissions(
    $tenantId: ID!, $operatorIds: [ID!]!, $addRoles: [PalgoRole!], $removeRoles: [PalgoRole!],
    $addAuthCodes: [String!], $removeAuthCodes: [String!]
  ) {
    saveChosenPermissions(
      tenantId: $tenantId, operatorIds: $operatorIds, addRoles: $addRoles, removeRoles: $removeRoles,
      addAuthCodes: $addAuthCodes, removeAuthCodes: $removeAuthCodes
    ) { ...MemberOutcome }
  }
`,
  [outcome],
)

/**
 * Changes one member's roles and permission codes. `adds`, `removes` and `sets` are false for mutation fields
 * that would change nothing.
 */
export const saveHeld = graphql(`
  mutation SaveMember(
    $tenantId: ID!, $operatorId: ID!, $add: [PalgoRole!]!, $remove: [PalgoRole!]!, $codes: [String!]!,
    $adds: Boolean!, $removes: Boolean!, $sets: Boolean!
  ) {
    addOperatorRoles(tenantId: $tenantId, operatorId: $operatorId, roles: $add) @include(if: $adds) { id }
    removeOperatorRoles(tenantId: $tenantId, operatorId: $operatorId, roles: $remove) @include(if: $removes) { id }
    saveAuthCodeByTenant(tenantId: $tenantId, operatorId: $operatorId, codes: $codes) @include(if: $sets) { id }
  }
`)

export const changeOwner = graphql(`
  mutation ChangeTenantOwner($tenantId: ID!, $operatorId: ID!) {
    changeTenantOwner(tenantId: $tenantId, operatorId: $operatorId) { id }
  }
`)

export const requireFactor = graphql(`
  mutation RequireFactorByTenant($id: ID!, $required: Boolean!) {
    requireFactorByTenant(id: $id, required: $required) { id }
  }
`)

export const saveDisplayName = graphql(`
  mutation SaveDisplayNameByTenant($tenantId: ID!, $operatorId: ID!, $displayName: String!) {
    saveDisplayNameByTenant(tenantId: $tenantId, operatorId: $operatorId, displayName: $displayName) { id }
  }
`)

export const savePermissions = graphql(`
  mutation SaveTenantPermissions($tenantId: ID!, $changes: [TenantPermissionChange!]!) {
    saveTenantPermissions(tenantId: $tenantId, changes: $changes) { id }
  }
`)

export const updateTenant = graphql(`
  mutation UpdateTenant(
    $id: ID!, $name: String!, $areaIds: [ID!]!, $contact: ContactInput!, $address: String, $uploadAudit: Boolean!
  ) {
    updateTenant(
      id: $id, name: $name, areaIds: $areaIds, contact: $contact, address: $address, uploadAudit: $uploadAudit
    ) { id }
  }
`)

export const leaveTenant = graphql(`
  mutation LeaveTenant($tenantId: ID!) {
    leaveTenant(tenantId: $tenantId)
  }
`)

export const deleteTenant = graphql(`
  mutation DeleteTenant($id: ID!) {
    deleteTenant(id: $id)
  }
`)
