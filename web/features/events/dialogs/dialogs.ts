import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useWebhookDialogs = lazyDialogs({
  create: () => import('./CreateWebhook.tsx'),
  edit: () => import('./EditWebhook.tsx'),
  rotate: () => import('./RotateWebhookSecret.tsx'),
  delete: () => import('./DeleteWebhook.tsx'),
})

export type OpenDialog = ReturnType<typeof useWebhookDialogs>['open']
