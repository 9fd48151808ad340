import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackages } from './debian.ts'
import { Fault } from './run.js'

const faketime = '/usr/bin/faketime'

/** Throws a Fault where it is not here and cannot be installed. */
export function ensureFaketime(): void {
  if (!existsSync(faketime)) installPackages(['faketime'])
  if (!existsSync(faketime)) throw new Fault('apt-get could not install faketime.')
}

/**
 * The environment of a process whose clock goes by so much ('+1h', '-90d') before or behind; how long it waits stays as
 * it is.
 */
export function movedClock(by: string): Record<string, string> {
  const path = execFileSync(faketime, ['-f', by, 'sh', '-c', 'echo $LD_PRELOAD'], { encoding: 'utf8' })
  return { LD_PRELOAD: path.trim(), FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
