import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import { deviceRules } from '../../../contract/lists.ts'
import { mayOpen } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'
import type { Page } from '../../lib/page.ts'
import { currentSession } from '../../lib/session/session.ts'
import { listSearch } from '../../shared/list/search-params.ts'
import { detailOf } from './paths.ts'
import { connectionRules } from './search.ts'

const loadDetail = () => import('./detail/DetailPage.tsx')
const ofList = { validateSearch: listSearch(deviceRules) }
const ofDetail = { validateSearch: listSearch(connectionRules) }

export const devicePages = {
  deviceManagement: {
    component: lazyRouteComponent(() => import('./list/DevicePage.tsx'), 'DevicePage'),
    ...ofList,
  },
  managedDevice: { component: lazyRouteComponent(loadDetail, 'DeviceDetailPage'), ...ofDetail },
  deviceConfig: { component: lazyRouteComponent(loadDetail, 'DeviceConfigPage') },
  ownDevices: {
    component: lazyRouteComponent(() => import('./list/OwnDevicesPage.tsx'), 'OwnDevicesPage'),
    ...ofList,
  },
  ownDevice: { component: lazyRouteComponent(loadDetail, 'OwnDeviceDetailPage'), ...ofDetail },
  /**
   * Messages about a device link to this URL. It redirects device administrators to the administration page
   * of the device, and all other users to the device's page in the organization.
   */
  device: {
    beforeLoad: ({ params }) => {
      const session = currentSession()
      const managed = session && mayOpen(session, 'managedDevice')
      throw redirect({ ...detailOf(required(params.id, 'id'), Boolean(managed)), replace: true })
    },
  },
} satisfies Record<string, Page>
