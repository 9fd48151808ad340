import { graphql, type ResultOf } from '../../lib/graphql.ts'

/** Queries the first rows of each kind that the viewer can see, in a single request. */
export const searchQuery = graphql(`
  query PaletteSearch(
    $q: String!, $name: String, $phone: String, $loginId: String, $pageSize: Int!, $inTenant: [ID!]!, $tenantId: ID
    $device: String!, $members: Boolean!, $tenants: Boolean!, $accounts: Boolean!, $one: Boolean!, $devices: Boolean!
  ) {
    members: queryOperator(tenantIdSet: $inTenant, name: $name, loginId: $phone, pageSize: $pageSize)
      @include(if: $members) { next data { id name pinyin profile { username mobilePhone } } }
    allTenants: queryTenant(q: $q, pageSize: $pageSize) @include(if: $tenants) { next data { id name pinyin } }
    one: queryOperator(loginId: $loginId, pageSize: 1) @include(if: $one) {
      data { id name pinyin profile { username mobilePhone } }
    }
    accounts: queryOperator(name: $name, pageSize: $pageSize) @include(if: $accounts) {
      next data { id name pinyin profile { username mobilePhone } }
    }
    devices: queryDevice(q: $device, tenantId: $tenantId, pageSize: $pageSize) @include(if: $devices) {
      next
      data {
        id name status tenant { name } lastSeenDateTime
        currentConnect { ip address connectDateTime status }
      }
    }
  }
`)

/**
 * Queries the total counts for kinds that have more rows than are shown. This is a separate request, because
 * counting takes longer than searching.
 */
export const countsQuery = graphql(`
  query PaletteCounts(
    $q: String!, $name: String, $phone: String, $inTenant: [ID!]!, $tenantId: ID, $device: String!,
    $members: Boolean!, $tenants: Boolean!, $accounts: Boolean!, $devices: Boolean!
  ) {
    members: queryOperator(tenantIdSet: $inTenant, name: $name, loginId: $phone, pageSize: 1)
      @include(if: $members) { count countExact }
    allTenants: queryTenant(q: $q, pageSize: 1) @include(if: $tenants) { count countExact }
    accounts: queryOperator(name: $name, pageSize: 1) @include(if: $accounts) { count countExact }
    devices: queryDevice(q: $device, tenantId: $tenantId, pageSize: 1) @include(if: $devices) { count countExact }
  }
`)

export type Results = ResultOf<typeof searchQuery>
export type Counts = ResultOf<typeof countsQuery>

export const ownTenantsQuery = graphql(`
  query Auth {
    auth { tenants { id pinyin } }
  }
`)
