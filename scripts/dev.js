// npm run dev: runs the server, which restarts when its sources change, and the console, which reloads. npm
// run dev:mock (--mock): runs only the console, with a mock server in the browser. Sign in as admin with
// password admin, or as user with password user.
import { findNode } from './lib/node.js'
import { install, withNode } from './lib/prepare.js'
import { main, runAll } from './lib/run.js'

void main(async () => {
  await install(process.argv.includes('--mock') ? 'test' : 'start')
  const node = findNode()
  const port = process.env.PORT ?? '3000'
  const env = withNode(node, { PORT: port })
  // The console's development server forwards requests for the API to this URL.
  const toServer = { REEVE_DEV_SERVER: `http://127.0.0.1:${port}` }
  const vite = ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--clearScreen', 'false']
  if (process.argv.includes('--mock'))
    return runAll([{ file: node, args: [...vite, '--config', 'web/mock/vite.config.ts'], env }])
  return runAll([
    {
      file: node,
      args: ['--watch', '--watch-preserve-output', 'server/main.ts'],
      // NODE_ENV=development enables introspection and name suggestions in error messages.
      env: { NODE_ENV: 'development', ...env },
    },
    { file: node, args: vite, env: { ...env, ...toServer } },
  ])
})
