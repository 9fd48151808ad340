import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'
import type { OfView, SaveViewProps } from './views.ts'

/** After a deletion, `done` leaves the deleted view. */
export const useViewDialogs = lazyDialogs<{ save: SaveViewProps; rename: OfView; delete: OfView }>({
  save: () => import('./SaveView.tsx'),
  rename: () => import('./RenameView.tsx'),
  delete: () => import('./DeleteView.tsx'),
})
