import { setTimeout as pause } from 'node:timers/promises'
import { readMigrations } from '../../server/db/migrations.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { withClient } from '../lib/client.ts'
import type { Fault } from './fault.ts'
import { newFolder, startHere } from './scene.ts'

const kills = 5

interface State {
  versions: number[]
  /** Every column of every table, as text. */
  columns: string
}

const stateOf = (url: string): Promise<State> =>
  withClient(url, async (client) => {
    const columns = await client.query(
      `select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`,
    )
    const applied = await client
      .query('select version from migration order by version')
      .catch(() => ({ rows: [] }))
    return { versions: applied.rows.map(({ version }) => version), columns: JSON.stringify(columns.rows) }
  })

export const migrationKilled: Fault = {
  name: 'a migration killed half-way; two nodes migrating at once',
  async run(report) {
    const all = readMigrations().length
    const [killed, whole] = await Promise.all([startPostgres(), startPostgres()])
    const start = (url: string) => startHere({ REEVE_DATABASE_URL: url }, { dataDir: newFolder() })
    try {
      const reached: number[] = []
      for (let done = 1; done <= kills; done += 1) {
        const dying = new AbortController()
        const starting = startHere(
          { REEVE_DATABASE_URL: killed.url },
          { dataDir: newFolder(), signal: dying.signal },
        )
        starting.catch(() => {})
        // Until it has done its share of them; then it is in the middle of another.
        const share = Math.floor((all * done) / (kills + 1))
        while ((await stateOf(killed.url)).versions.length < share) await pause(2)
        dying.abort()
        await starting.then(
          (server) => server.kill(),
          () => {},
        )
        reached.push((await stateOf(killed.url)).versions.length)
      }
      const nodes = await Promise.all([start(killed.url), start(killed.url)])
      const ready = await Promise.all(nodes.map(({ url }) => fetch(`${url}/readyz`)))
      report.demand(
        ready.every(({ ok }) => ok),
        'a node was not ready',
      )
      await Promise.all(nodes.map((node) => node.stop()))
      await (await start(whole.url)).stop()
      const [state, other] = [await stateOf(killed.url), await stateOf(whole.url)]
      report.demand(
        state.versions.join() === Array.from({ length: all }, (_, index) => index + 1).join(),
        `has migrations ${state.versions.join()}`,
      )
      report.demand(state.columns === other.columns, 'its tables are not those of a database made at once')
      report.say(
        `killed with ${reached.join(', ')} of ${all} done, then two nodes at once; tables as of one made at once`,
      )
    } finally {
      await Promise.all([killed.stop(), whole.stop()])
    }
  },
}
