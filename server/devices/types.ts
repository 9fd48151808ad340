import { builder } from '../core/builder.ts'
import { batched } from '../core/loader.ts'
import { TenantStatistics } from '../tenants/types.ts'
import { countOnline } from './store.ts'

const loadOnlineCount = batched<number>(
  'onlineDevices',
  (context, tenantIds) => countOnline(context.db.query, tenantIds),
  0,
)

builder.objectField(TenantStatistics, 'onlineDeviceCount', (t) =>
  t.int({ resolve: (tenant, _args, context) => loadOnlineCount(context, tenant.id) }),
)
