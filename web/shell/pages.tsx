import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { menu } from '../../contract/menu.ts'
import { routeAllowed } from '../../contract/permissions.ts'
import { type Asked, admit, visitor } from './admission.ts'
import { consoleFrame } from './frames.tsx'
import { find } from './guard.ts'

const accountInfo = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/accountInfo',
  ...admit('accountInfo'),
})
const accountInfoIndex = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/accountInfo/index',
  component: lazyRouteComponent(() => import('./AccountInfo.tsx'), 'AccountInfo'),
  ...admit('accountInfoIndex'),
})
const workplace = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/dashboard/workplace',
  component: lazyRouteComponent(() => import('../features/workplace/WorkplacePage.tsx'), 'WorkplacePage'),
  ...admit('workplace'),
})
const message = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/message',
  ...admit('message'),
})
const messageList = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/message/list',
  component: lazyRouteComponent(() => import('../features/messages/MessagesPage.tsx'), 'MessagesPage'),
  ...admit('messageList'),
})
const organization = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management',
  ...admit('organizationalManagement'),
})
const memberManagement = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/member-management',
  component: lazyRouteComponent(() => import('../features/members/list/MemberPage.tsx'), 'MemberPage'),
  ...admit('memberManagement'),
})
const loadPermissions = () => import('../features/members/permissions/PermissionPages.tsx')
const palgoPermission = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/palgo-permission',
  component: lazyRouteComponent(loadPermissions, 'PalgoPermissionPage'),
  ...admit('palgoPermission'),
})
const dataPermission = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/data-permission',
  component: lazyRouteComponent(loadPermissions, 'DataPermissionPage'),
  ...admit('dataPermission'),
})
const organizationConfiguration = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/configuration',
  component: lazyRouteComponent(
    () => import('../features/members/settings/ConfigurationPage.tsx'),
    'ConfigurationPage',
  ),
  ...admit('organizationConfiguration'),
})

const loadDetail = () => import('../features/devices/detail/DetailPage.tsx')
const ownDevices = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/devices',
  component: lazyRouteComponent(
    () => import('../features/devices/list/OwnDevicesPage.tsx'),
    'OwnDevicesPage',
  ),
  ...admit('ownDevices'),
})
const ownDevice = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/devices/$id',
  component: lazyRouteComponent(loadDetail, 'OwnDeviceDetailPage'),
  ...admit('ownDevice'),
})

const allManagement = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management',
  ...admit('allManagement'),
})
const allTenants = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/all-management',
  component: lazyRouteComponent(() => import('../features/all-tenants/AllTenantsPage.tsx'), 'AllTenantsPage'),
  ...admit('allTenants'),
})
const oneTenant = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/all-management/$id',
  component: lazyRouteComponent(() => import('../features/all-tenants/TenantPage.tsx'), 'TenantPage'),
  ...admit('oneTenant'),
})
const auditManagement = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/audit-management',
  component: lazyRouteComponent(() => import('../features/certification/ReviewPage.tsx'), 'ReviewPage'),
  ...admit('auditManagement'),
})

const accountManagement = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/account-management',
  component: lazyRouteComponent(() => import('../features/accounts/AccountsPage.tsx'), 'AccountsPage'),
  ...admit('accountManagement'),
})
const accountDetail = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/account-management/$id',
  component: lazyRouteComponent(() => import('../features/accounts/detail/AccountPage.tsx'), 'AccountPage'),
  ...admit('accountDetail'),
})

const loadRecord = () => import('../features/audit/AuditPage.tsx')
const accountRecord = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/accountInfo/record',
  component: lazyRouteComponent(loadRecord, 'OwnAuditPage'),
  ...admit('accountRecord'),
})
const organizationRecord = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/organizational-management/record',
  component: lazyRouteComponent(loadRecord, 'TenantAuditPage'),
  ...admit('organizationRecord'),
})
const platformRecord = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/record',
  component: lazyRouteComponent(loadRecord, 'PlatformAuditPage'),
  ...admit('platformRecord'),
})

const deviceManagement = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/device-management',
  component: lazyRouteComponent(() => import('../features/devices/list/DevicePage.tsx'), 'DevicePage'),
  ...admit('deviceManagement'),
})
const managedDevice = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/all-management/device-management/$id',
  component: lazyRouteComponent(loadDetail, 'DeviceDetailPage'),
  ...admit('managedDevice'),
})

/** Where a message about a device leads: those who look after all of them to another page than its members. */
const device = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/device-management/$id',
  staticData: admit('device').staticData,
  beforeLoad: async (asked: Asked & { params: { id: string } }) => {
    await admit('device').beforeLoad(asked)
    const [managed, session] = [find(menu, 'managedDevice'), await visitor()]
    const place = managed && session && routeAllowed(managed.meta, session) ? managedDevice : ownDevice
    throw redirect({ to: place.fullPath, params: { id: asked.params.id }, replace: true })
  },
})

/** Where an invitation leads. */
const join = createRoute({
  getParentRoute: () => consoleFrame,
  path: '/join/$code',
  component: lazyRouteComponent(() => import('../features/tenants/JoinPage.tsx'), 'JoinPage'),
  ...admit('join'),
})

/** Every page behind the sign-in; who may open it is in contract/menu.ts. */
export const pages = [
  accountInfo,
  accountInfoIndex,
  workplace,
  message,
  messageList,
  organization,
  memberManagement,
  palgoPermission,
  dataPermission,
  organizationConfiguration,
  ownDevices,
  ownDevice,
  allManagement,
  allTenants,
  oneTenant,
  auditManagement,
  accountManagement,
  accountDetail,
  accountRecord,
  organizationRecord,
  platformRecord,
  deviceManagement,
  managedDevice,
  device,
  join,
] as const
