import { lazyDialogs } from '../../../ui/dialogs/lazyDialogs.tsx'

export const useIdentityDialogs = lazyDialogs({ unlink: () => import('./UnlinkIdentity.tsx') })
