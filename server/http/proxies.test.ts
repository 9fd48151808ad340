import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { freePort } from '../testing/postgres.ts'
import { useApp } from '../testing/use-app.ts'

const app = useApp({ REEVE_TRUSTED_PROXIES: '127.0.0.1' })

const sample = (name: string) =>
  readFileSync(new URL(`../../deploy/proxies/${name}`, import.meta.url), 'utf8')
const has = (program: string) => spawnSync('which', [program]).status === 0

/** The sample configurations of the proxies, adapted to the ports of this test and to plain HTTP. */
const proxies = {
  nginx(folder: string, port: number, target: string) {
    const server = sample('nginx.conf')
      .replace('127.0.0.1:3000', target)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replace(/ssl_certificate.*/g, '')
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${server} }`,
    )
    return ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  },
  caddy(folder: string, port: number, target: string) {
    const server = sample('Caddyfile').replace('id.example.com {', `http://127.0.0.1:${port} {`)
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${server.replace('127.0.0.1:3000', target)}`)
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
  haproxy(folder: string, port: number, target: string) {
    // Removes the health checks, because they would time out on a busy machine.
    const server = sample('haproxy.cfg').replaceAll('127.0.0.1:3000 check', target)
    writeFileSync(join(folder, 'haproxy.cfg'), server.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`))
    return ['-db', '-f', join(folder, 'haproxy.cfg')]
  },
}

async function start(name: keyof typeof proxies): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-proxy-'))
  const port = await freePort()
  const program = spawn(name, proxies[name](folder, port, new URL(app.url).host), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  onTestFinished(async () => {
    const ended = once(program, 'exit')
    program.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 30_000 }).toBe(true)
  return url
}

/** Signs in from `localAddress` with a forged X-Forwarded-For header. Returns the status. */
async function signInFrom(localAddress: string, url: string, form: Record<string, string>): Promise<number> {
  const sent = request(`${url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    localAddress,
    headers: { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/x-www-form-urlencoded' },
  })
  sent.end(`${new URLSearchParams(form)}`)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return required(answer.statusCode, 'statusCode')
}

for (const name of ['nginx', 'caddy', 'haproxy'] as const)
  test.skipIf(!has(name))(
    `${name} with the configuration in deploy/proxies forwards uploads of 10 MB and the client’s IP address`,
    async () => {
      const url = await start(name)
      const person = await app.person()
      const authorization = `Bearer ${person.access_token}`
      const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024 - 9)])
      const sent = await fetch(`${url}/api/papers`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/pdf', 'x-file-name': 'licence.pdf' },
        body: file,
      })
      // These assertions show that the proxy passed the whole body to the server. How the server responds to
      // the file is irrelevant here.
      expect(sent.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
      expect(sent.status).not.toBe(413)
      const form = {
        client_id: 'web',
        grant_type: 'password',
        username: person.phone,
        password: person.password,
      }
      expect(await signInFrom('127.0.0.2', url, form)).toBe(200)
      const { rows } = await app.db.execute(
        'select host(ip::inet) as ip from session where account_id = $1 order by id desc limit 1',
        [person.id],
      )
      expect(rows).toEqual([{ ip: '127.0.0.2' }])
    },
  )
