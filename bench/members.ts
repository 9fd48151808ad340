// npm run bench:members [embedded]: pages of an organization with 100 members beside one with 100,000, each call through
// the whole server, one after the other: statements; least, median and 95th percentile in milliseconds.
import { performance } from 'node:perf_hooks'
import { newId } from '../server/core/id.ts'
import { startApp, type TestApp } from '../server/testing/app.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { median, quantile } from './measure.ts'

const runs = 30

const fields = (id: string) =>
  `{ count countExact next data { id name profile { mobilePhone } member(tenantId: "${id}") {
    displayName owner manager roles authCodes joinDateTime viewerCan { remove setPermissions makeManager } } } }`

const calls: [name: string, args: string][] = [
  ['first page of 20', 'pageSize: 20'],
  ['page in the middle, by offset', 'pageSize: 20, first: MIDDLE'],
  ['sorted by name', 'pageSize: 20, sorts: [{field: NAME, order: ASC}]'],
  ['name, two characters that 0.1 % have', 'pageSize: 20, name: "张伟"'],
  ['name, one character that 5 % have', 'pageSize: 20, name: "张"'],
  ['name, nobody has it', 'pageSize: 20, name: "饕餮"'],
  ['name, two letters', 'pageSize: 20, name: "xy"'],
  ['grid of roles, 100 rows', 'pageSize: 100'],
  ['who holds a role', 'pageSize: 20, roleSet: [DEVELOPER]'],
  ['managers', 'pageSize: 20, manager: true'],
]

/** Its members in one statement; one in ten holds a role, one in a thousand is a manager. */
async function fill(app: TestApp, ownerId: string, size: number): Promise<string> {
  const id = newId()
  await app.db.execute(
    `insert into tenant (id, name, status, owner_id, member_count, manager_count) values ($1, $2, 'FINISH', $3, $4, $5)`,
    [id, `Organization of ${size}`, ownerId, size, Math.floor((size - 1) / 1_000)],
  )
  await app.db.execute(
    `with people as (
       insert into account (id, name, mobile_phone, created_at)
       select gen_random_uuid(),
         substr('张王李赵陈杨黄周吴徐孙马朱胡林郭何高罗郑', 1 + n % 20, 1) || substr('伟芳娜敏静磊军洋勇艳杰娟涛明超霞平刚桂英', 1 + (n / 20) % 20, 1)
           || case when n % 2 = 0 then '' else substr('一二三四五六七八九十', 1 + (n / 400) % 10, 1) end,
         '+8615' || lpad(n::text, 9, '0'), now() - n * interval '1 second'
       from generate_series(1, $2::integer - 1) as n returning id),
     numbered as (select id, row_number() over () as n from people)
     insert into member (tenant_id, account_id, manager, roles, joined_at)
     select $1::uuid, id, n % 1000 = 0, case when n % 10 = 0 then array['DEVELOPER'] else '{}' end, now() - n * interval '1 second'
     from numbered`,
    [id, size],
  )
  await app.db.execute('insert into member (tenant_id, account_id) values ($1, $2)', [id, ownerId])
  return id
}

/** Of each size in turn, so that whatever else the machine does slows all of them. */
async function measure(app: TestApp, token: string, ids: Map<number, string>, args: string) {
  const results = new Map(
    [...ids.keys()].map((size) => [size, { times: [] as number[], statements: [] as number[] }]),
  )
  for (let run = 0; run < runs + 5; run += 1) {
    for (const [size, id] of ids) {
      const query = `{ queryOperator(tenantIdSet: ["${id}"], ${args.replace('MIDDLE', String(size / 2))}) ${fields(id)} }`
      const [before, start] = [app.statements(), performance.now()]
      const { body } = await app.graphql(token, query)
      if (body.errors) throw new Error(JSON.stringify(body.errors))
      if (run < 5) continue // plans and caches are made
      results.get(size)!.times.push(performance.now() - start)
      results.get(size)!.statements.push(app.statements() - before)
    }
  }
  return results
}

const postgres = process.argv.includes('embedded') ? undefined : await startPostgres()
try {
  process.env.REEVE_TEST_DATABASE_URL = postgres?.url ?? ''
  await using app = await startApp()
  const person = await app.person()
  const ids = new Map<number, string>()
  for (const size of [100, 100_000]) ids.set(size, await fill(app, person.id, size))
  await app.db.execute('analyze')
  for (const [name, args] of calls) {
    for (const [size, { times, statements }] of await measure(app, person.access_token, ids, args)) {
      const figures = [Math.min(...times), median(times), quantile(times, 0.95)].map((ms) =>
        ms.toFixed(1).padStart(7),
      )
      const [count, of] = [`${Math.min(...statements)} statements`, String(size).padStart(7)]
      console.log(`${name.padEnd(40)} ${of} members  ${count.padEnd(14)} ${figures.join(' ')}`)
    }
  }
} finally {
  await postgres?.stop()
}
