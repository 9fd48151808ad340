import type { Command } from './command.ts'

export const start: Command = {
  says: 'serve, until a signal ends it',
  help: `
Serves the console and its calls at HOST and PORT. The first start makes the database and the first administrator, whose
password it prints once. Ends on SIGTERM, SIGINT and SIGHUP once what is under way is done.
It prints its address when it is ready, and logs in JSON lines where nobody watches.`,

  async run() {
    await import('../server/main.ts')
    // It goes on, and ends the process itself.
    return new Promise(() => {})
  },
}
