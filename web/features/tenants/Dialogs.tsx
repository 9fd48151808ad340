import type { AuthTenant } from '../../lib/session.ts'
import { Apply } from './Apply.tsx'
import { Delete, Leave, Withdraw } from './Confirm.tsx'
import { Join } from './Join.tsx'

/** Which dialog, and for which organization. */
export type Asked =
  | { kind: 'apply' | 'join' }
  | { kind: 'again' | 'withdraw' | 'delete' | 'leave'; tenant: AuthTenant }

export interface DialogProps {
  opened: boolean
  onClose: () => void
}

/** The dialog that was asked for; loaded with the first one. */
export function Dialogs({ asked, ...props }: DialogProps & { asked: Asked }) {
  switch (asked.kind) {
    case 'apply':
      return <Apply {...props} />
    case 'join':
      return <Join {...props} />
    case 'again':
      return <Apply {...props} again={asked.tenant} />
    case 'withdraw':
      return <Withdraw {...props} tenant={asked.tenant} />
    case 'delete':
      return <Delete {...props} tenant={asked.tenant} />
    case 'leave':
      return <Leave {...props} tenant={asked.tenant} />
  }
}
