import { movedClocks } from './clock.ts'
import { damagedFiles } from './damage.ts'
import { descriptorsExhausted } from './descriptors.ts'
import { disks } from './disk.ts'
import type { Fault } from './fault.ts'
import { hostileBodies } from './hostile.ts'
import { kills } from './kill.ts'
import { migrationKilled } from './migrate.ts'
import { mixedLoad } from './mixed.ts'
import { nodesStopped } from './nodes.ts'
import { secondServer } from './owner.ts'
import { repeatedCalls } from './repeat.ts'
import { postgresRestarted } from './restart.ts'
import { answersLost, slowDatabase } from './slow.ts'
import { smsProvider } from './sms.ts'
import { primaryLost } from './standby.ts'

/** In the order in which they are tried. */
export const faults: readonly Fault[] = [
  ...kills,
  secondServer,
  postgresRestarted,
  primaryLost,
  slowDatabase,
  answersLost,
  repeatedCalls,
  ...disks,
  movedClocks,
  smsProvider,
  nodesStopped,
  hostileBodies,
  migrationKilled,
  descriptorsExhausted,
  damagedFiles,
  mixedLoad,
]
