import { useQueryClient } from '@tanstack/react-query'
import { graphql } from '../../lib/graphql.ts'
import { devicesKey } from './devices.ts'

/**
 * `create` makes the intent explicit: registering a device never changes an existing one, and editing a
 * device never creates one.
 */
export const saveDevice = graphql(`
  mutation SaveDeviceByPalgo(
    $id: ID, $tenantId: ID, $name: String!, $contactName: String, $contactMobilePhone: String,
    $businessMan: String, $createDateTime: DateTime, $customerName: String, $specification: String,
    $produceDate: DateTime, $expiredDate: DateTime, $keepContact: Boolean, $keepConfig: Boolean,
    $create: Boolean!
  ) {
    saveDeviceByPalgo(
      id: $id, tenantId: $tenantId, name: $name, contactName: $contactName,
      contactMobilePhone: $contactMobilePhone, businessMan: $businessMan, createDateTime: $createDateTime,
      customerName: $customerName, specification: $specification, produceDate: $produceDate,
      expiredDate: $expiredDate, keepContact: $keepContact,
      keepConfig: $keepConfig, create: $create
    ) { id }
  }
`)
export const updateConfig = graphql(`
  mutation UpdateDeviceConfig($id: ID!, $config: JSON!, $formerConfig: JSON!) {
    updateDeviceConfig(id: $id, config: $config, formerConfig: $formerConfig) { id }
  }
`)
const outcome = graphql(`
  fragment Outcome on DeviceOutcome {
    result status expiredDate
    device { id name status expiredDate }
  }
`)
export const changeOneStatus = graphql(`
  mutation UpdateDeviceByStatus($id: ID!, $status: DeviceStatus!) {
    updateDeviceByStatus(id: $id, status: $status) { id name }
  }
`)
export const changeStatus = graphql(
  `
  mutation UpdateDevicesByStatus($ids: [ID!]!, $status: DeviceStatus!, $preview: Boolean!) {
    updateDevicesByStatus(ids: $ids, status: $status, preview: $preview) { ...Outcome }
  }
`,
  [outcome],
)
export const renewDevices = graphql(
  `
  mutation RenewDevices($ids: [ID!]!, $expiredDate: DateTime!, $years: Int, $timeZone: String!, $preview: Boolean!) {
    renewDevices(ids: $ids, expiredDate: $expiredDate, years: $years, timeZone: $timeZone, preview: $preview) { ...Outcome }
  }
`,
  [outcome],
)
export const deleteDevice = graphql(`
  mutation DeleteDevice($id: ID!) { deleteDevice(id: $id) }
`)
export const createCredential = graphql(`
  mutation CreateDeviceCredential($id: ID!) {
    createDeviceCredential(id: $id) { username password gatewayUrl }
  }
`)
export const deleteCredential = graphql(`
  mutation DeleteDeviceCredential($id: ID!) { deleteDeviceCredential(id: $id) }
`)

/** Returns a function that refetches all data about devices after a change. */
export function useDevicesChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: devicesKey }),
      client.invalidateQueries({ queryKey: ['device'] }),
    ])
}
