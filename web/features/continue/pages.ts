import { lazyRouteComponent } from '@tanstack/react-router'

const page = () => import('./ContinuePage.tsx')
export const ContinuePage = lazyRouteComponent(page, 'ContinuePage')
export const DeviceCodePage = lazyRouteComponent(
  () => import('./device/DeviceCodePage.tsx'),
  'DeviceCodePage',
)
export const SignOutPage = lazyRouteComponent(() => import('./SignOutPage.tsx'), 'SignOutPage')
export const ContinueErrorPage = lazyRouteComponent(page, 'ContinueErrorPage')
