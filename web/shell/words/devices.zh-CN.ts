import { zh as devices } from '../../features/devices/words.ts'

/** The words of devices' pages. */
export const words = { devices }
