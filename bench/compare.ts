// npm run bench:compare: the cases that PostGraphile 5 and Better Auth have too, beside them, in the same rounds over the
// same rows. Installs both into a folder of its own. Needs /proc, so Linux.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram, type Target } from './drive/reeve.ts'
import { openStage, type Stage } from './drive/stage.ts'
import { openCluster } from './fill/cluster.ts'
import { ensureFilled } from './fill/fill.ts'
import { readSizes, sizes } from './fill/sizes.ts'
import { familyCpuTime, load, machine } from './measure.ts'
import { installPeers, versions } from './peers/install.ts'
import { type PeerName, prepare, type Question, questions } from './peers/pairs.ts'
import { comparison, type Pair, type Side } from './report/comparison.ts'
import { writePart } from './report/docs.ts'

const help = `npm run bench:compare -- [--sizes 10k,300k,1M,10M] [--minutes 10] [--json FILE] [--docs] [--data FOLDER]

The options are those of npm run bench; without --sizes: 10k, 300k and 1M.`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    json: { type: 'string' },
    docs: { type: 'boolean' },
    data: { type: 'string', default: './data-bench' },
    help: { type: 'boolean' },
  },
})
const rounds = 3

async function side(
  call: (caller: number) => Promise<unknown>,
  pid: number,
  database: number,
  seconds: number,
): Promise<Side> {
  const before = familyCpuTime(database)
  const one = await load(pid, 1, seconds, call)
  const eight = await load(pid, 8, seconds * 2, call)
  const calls = one.times.length + eight.times.length
  const server = one.cpu * one.times.length + eight.cpu * eight.times.length
  return { one, eight, cpu: (server + familyCpuTime(database) - before) / calls }
}

async function startPeers(stage: Stage, folder: string): Promise<Record<PeerName, Target>> {
  const env = { DATABASE_URL: stage.url, NODE_ENV: 'production' }
  const start = (program: string) => startProgram(program, { cwd: folder, env })
  await prepare(stage.url, 'schema')
  const betterAuth = await start('better-auth.js')
  await prepare(stage.url, 'accounts')
  return { 'Better Auth': betterAuth, 'PostGraphile 5': await start('postgraphile.js') }
}

async function pairUp(
  question: Question,
  stage: Stage,
  peer: Target,
  database: number,
  seconds: number,
): Promise<Pair> {
  const pair: Pair = { case: question.case, size: stage.size, peer: question.peer, own: [], others: [] }
  try {
    await stage.admin.renew()
    const [own, other] = [question.own(stage), await question.other(peer, stage.facts)]
    await Promise.all([own(0), other(0)])
    for (let round = 0; round < rounds; round++) {
      pair.own.push(await side(own, stage.server.pid, database, seconds))
      pair.others.push(await side(other, peer.pid, database, seconds))
    }
  } catch (error) {
    pair.failed = (error as Error).message
  }
  return pair
}

async function main(): Promise<void> {
  const wanted = values.sizes ? readSizes(values.sizes) : sizes.slice(0, 3)
  const folder = join(values.data, 'peers')
  const cluster = await openCluster(join(values.data, 'postgres'))
  const pairs: Pair[] = []
  try {
    installPeers(folder)
    const seconds = (Number(values.minutes) * 60) / (wanted.length * questions.length * rounds * 6)
    for (const size of wanted) {
      const stage = await openStage(cluster, size, await ensureFilled(cluster, size))
      const peers = await startPeers(stage, folder)
      try {
        for (const each of questions)
          pairs.push(await pairUp(each, stage, peers[each.peer], cluster.pid, seconds))
      } finally {
        for (const peer of Object.values(peers)) await peer.stop()
        await stage.close()
      }
    }
  } finally {
    await cluster.stop()
  }
  const said = `${new Date().toISOString().slice(0, 10)}; ${machine()}; PostGraphile ${versions.postgraphile} without any sign-in, Better Auth ${versions['better-auth']} with the same hash; median of ${rounds} rounds.\n\n${comparison(pairs)}`
  console.log(said)
  if (values.json) writeFileSync(values.json, `${JSON.stringify(pairs, null, 2)}\n`)
  if (values.docs) writePart('compare', said)
  if (pairs.some(({ failed }) => failed)) process.exitCode = 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

if (values.help) console.log(help)
else await main()
