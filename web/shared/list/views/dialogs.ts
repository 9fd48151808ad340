import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'
import type { OfView, SaveViewProps } from './views.ts'

/** Dialogs for saved views. After the user has deleted a view, `done` closes that view. */
export const useViewDialogs = lazyDialogs<{ save: SaveViewProps; rename: OfView; delete: OfView }>({
  save: () => import('./SaveView.tsx'),
  rename: () => import('./RenameView.tsx'),
  delete: () => import('./DeleteView.tsx'),
})
