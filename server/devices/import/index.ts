import { listImport } from '../../core/list-import.ts'
import { title } from '../export-columns.ts'
import { applyDevices } from './apply.ts'
import { columns } from './columns.ts'
import { planDevices } from './plan.ts'

// Creates and changes devices by the same rules as saveDeviceByPalgo. An empty cell leaves the value
// unchanged.
listImport({
  name: 'devices',
  title,
  can: 'DEVICE_MANAGE',
  input: {},
  columns,
  target: async () => ({ row: null }),
  plan: planDevices,
  apply: applyDevices,
  audit: ({ viewer }) => ({ tenantId: viewer.accountId, targetType: 'account', targetId: viewer.accountId }),
})
