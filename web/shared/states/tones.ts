import type { deviceStatuses, tenantStatuses } from '../../../contract/states.ts'
import type { Tone } from '../../ui/feedback/status.ts'

export const deviceTones: Record<(typeof deviceStatuses)[number], Tone> = {
  PRODUCED: 'info',
  ACTIVE: 'ok',
  SUSPENDED: 'neutral',
  EXPIRED: 'err',
  RETIRED: 'neutral',
}

export const tenantTones: Record<(typeof tenantStatuses)[number], Tone> = {
  FINISH: 'ok',
  PREPARE: 'warn',
  REJECT: 'err',
  EXPIRED: 'neutral',
}
