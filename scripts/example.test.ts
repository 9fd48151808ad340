import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './lib/run.js'

/** Nothing listens on port 9 (the discard protocol). */
const nowhere = 'http://127.0.0.1:9'
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REEVE_URL: nowhere },
  })

test.each([['examples/webhook-receiver/main.ts'], ['scripts/devices/main.ts', '--url', nowhere]])(
  '%s exits with an error, but without a stack trace, if no server responds',
  (...args) => {
    const { status, stderr } = run(...args)
    expect(status).toBe(1)
    expect(stderr).toMatch(/responds? at|does not respond/)
    expect(stderr).not.toMatch(/\n\s+at /)
  },
)

test('npm run pictures -- --help prints the usage and exits', () => {
  const { status, stdout } = run('scripts/pictures/main.ts', '--help')
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^npm run pictures \[-- NAME/),
  })
})
