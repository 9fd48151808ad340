import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useSourceDialogs = lazyDialogs({
  kind: () => import('./ChooseKind.tsx'),
  disable: async () => ({ default: (await import('./confirms.tsx')).DisableSource }),
  delete: async () => ({ default: (await import('./confirms.tsx')).DeleteSource }),
})

export type OpenDialog = ReturnType<typeof useSourceDialogs>['open']
