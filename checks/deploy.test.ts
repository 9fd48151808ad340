import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { required } from '../contract/required.ts'
import { readConfig } from '../server/config.ts'
import { root } from './sources.ts'

const deploy = join(root, 'deploy')
const read = (...path: string[]) => readFileSync(join(deploy, ...path), 'utf8')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

// biome-ignore lint/suspicious/noExplicitAny: the tests check the content of these files
type Any = any

/** Parses an environment file that consists of NAME=value lines. */
const variables = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      required(name, 'name'),
      required(value, 'value'),
    ]),
  )

const containerfile = read('Containerfile')
const imageEnv = Object.fromEntries(
  [
    ...required(required(/^ENV (.*)$/m.exec(containerfile), 'match')[1], 'group of the match').matchAll(
      /(\w+)=(\S+)/g,
    ),
  ].map(([, name, value]) => [required(name, 'name'), required(value, 'value')]),
)
const user = required(/^USER (\d+):(\d+)$/m.exec(containerfile), 'match')
/** Required settings that have no default: secrets, and values that the operator must choose. */
const secrets = {
  REEVE_DATABASE_URL: 'postgres://reeve:secret@postgres/reeve',
  REEVE_SMS_URL: 'https://sms.example.com/send',
  REEVE_MAIL_URL: 'smtp://mail.example.com/?from=reeve@example.com',
}
/** Grace period for shutdown in seconds, as documented in docs/operations/proxies.md. */
const grace = 45

describe('the container image', () => {
  it('uses the project’s Node.js version and does not run as root', () => {
    const major = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
    expect(containerfile).toContain(`ARG NODE_IMAGE=docker.io/library/node:${major}-`)
    expect(Number(user[1])).toBeGreaterThan(0)
    expect(containerfile).toContain(`EXPOSE ${imageEnv.PORT}`)
    expect(containerfile).toContain(`-t reeve:${version} `)
  })

  it('is built only from files and folders that exist in the repository', () => {
    const wanted = [...read('Containerfile.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, name]) =>
      required(name, 'name'),
    )
    expect(readdirSync(root)).toEqual(expect.arrayContaining(wanted))
  })
})

describe('compose.yaml', () => {
  const compose: Any = parse(read('compose.yaml'), { merge: true })
  const example = variables(read('compose', 'example.env'))
  const given: Record<string, string> = {
    ...example,
    ...secrets,
    ...{ POSTGRES_PASSWORD: 'a', DATABASE_PASSWORD: 'b' },
  }
  const filled = (text: string) =>
    String(text).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
      if (given[name] || kind === '-') return given[name] || rest
      throw new Error(`${name} has no value`)
    })

  it('sets only valid settings', () => {
    for (const name of ['reeve1', 'reeve2', 'migration']) {
      const { environment, image } = compose.services[name]
      const env = Object.entries<string>(environment).map(([key, value]) => [key, filled(value)])
      expect(readConfig({ ...imageEnv, ...Object.fromEntries(env) })).toMatchObject({
        port: 3000,
        mqttPort: 1883,
      })
      expect(filled(image)).toBe(`reeve:${version}`)
    }
  })

  it('requires only variables that its example file lists', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => required(name, 'name'))
    expect(asked.filter((name) => !Object.hasOwn(example, name) && name !== 'REEVE_VERSION')).toEqual([])
  })

  it('trusts only the network of its proxy, drops all capabilities, and gives servers 45 seconds to shut down', () => {
    const { subnet } = compose.networks.inside.ipam.config[0]
    expect(compose.services.reeve1.environment.REEVE_TRUSTED_PROXIES).toBe(subnet)
    for (const name of ['reeve1', 'reeve2']) {
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(compose.services[name].stop_grace_period).toBe(`${grace}s`)
    }
  })

  it('has the same HAProxy defaults as the cluster, and forwards requests to both servers', () => {
    const proxy = read('compose', 'haproxy.cfg')
    const defaults = (text: string) => required(/^defaults\n(?: .*\n)+/m.exec(text), 'match')[0]
    expect(defaults(proxy)).toBe(defaults(read('cluster', 'haproxy.cfg')))
    const bare = (text: string) => defaults(text).replace(/^ *#.*\n/gm, '')
    expect(bare(read('proxies', 'haproxy.cfg'))).toBe(bare(proxy))
    for (const server of ['reeve1', 'reeve2']) {
      expect(proxy).toContain(`${server}:3000 check`)
      expect(proxy).toContain(`${server}:1883 check port 3000`)
    }
  })

  it.skipIf(!has('haproxy', '-v'))('has a proxy configuration that HAProxy accepts', () => {
    expect(() =>
      execFileSync('haproxy', ['-c', '-f', join(deploy, 'compose', 'haproxy.cfg')], { stdio: 'pipe' }),
    ).not.toThrow()
  })
})

describe('the kustomize base', () => {
  const base: Any = parse(read('kubernetes', 'kustomization.yaml'))
  const objects: Any[] = base.resources.flatMap((file: string) =>
    parseAllDocuments(read('kubernetes', file)).map((document) => document.toJS()),
  )
  const of = (kind: string): Any[] => objects.filter((object) => object.kind === kind)
  const [deployment] = of('Deployment')
  const [job] = of('Job')
  const pods: Any[] = [deployment.spec.template, job.spec.template]
  const [server] = deployment.spec.template.spec.containers
  const ports: Any[] = server.ports
  const labels: Record<string, string> = deployment.spec.template.metadata.labels
  const settings = variables(read('kubernetes', 'settings.env'))
  const config = readConfig({ ...imageEnv, ...settings, ...secrets })

  it('lists all YAML files in its folder, and uses the image of the current version', () => {
    const files = readdirSync(join(deploy, 'kubernetes')).filter((name) => name.endsWith('.yaml'))
    expect([...base.resources, 'kustomization.yaml'].sort()).toEqual(files.sort())
    expect(base.images).toEqual([{ name: 'reeve', newTag: version }])
    expect(objects.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy']),
    )
  })

  it('sets only valid settings, and declares the ports that the settings use', () => {
    expect(Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))).toEqual({
      http: config.port,
      mqtt: config.mqttPort,
    })
    for (const { spec } of pods)
      for (const { envFrom, image } of spec.containers) {
        expect(envFrom).toEqual([{ configMapRef: { name: 'reeve' } }, { secretRef: { name: 'reeve' } }])
        expect(image).toBe('reeve')
      }
    expect(base.configMapGenerator).toEqual([{ name: 'reeve', envs: ['settings.env'] }])
    // The kustomize base must not trust any proxy. If it trusted a whole network, any pod could forge the
    // client IP address that rate limits and the audit log use.
    expect(config.trustedProxies).toEqual([])
  })

  it('selects server pods but not the migration pod in Services and disruption budgets', () => {
    const selectors = [
      deployment.spec.selector.matchLabels,
      ...of('Service').map(({ spec }) => spec.selector),
      ...of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...deployment.spec.template.spec.topologySpreadConstraints.map(
        (each: Any) => each.labelSelector.matchLabels,
      ),
    ]
    for (const selector of selectors) expect(selector).toEqual(labels)
    expect(job.spec.template.metadata.labels).not.toEqual(labels)
    const name = base.labels[0].pairs
    for (const { spec } of of('NetworkPolicy')) expect(spec.podSelector.matchLabels).toEqual(name)
    for (const { spec } of of('HorizontalPodAutoscaler'))
      expect(spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: deployment.metadata.name })
  })

  it('refers only to ports and probe paths that exist', () => {
    const names = ports.map(({ name }) => name)
    const reached = [
      ...of('Service').flatMap(({ spec }) => spec.ports.map((port: Any) => port.targetPort)),
      ...of('NetworkPolicy').flatMap(({ spec }) =>
        spec.ingress.flatMap((rule: Any) => rule.ports.map((port: Any) => port.port)),
      ),
      ...['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => server[probe].httpGet.port),
    ]
    expect(reached.filter((name) => !names.includes(name))).toEqual([])
    const routes = readFileSync(join(root, 'server', 'http', 'routes.ts'), 'utf8')
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(routes).toContain(`app.get('${server[probe].httpGet.path}'`)
    const open = of('NetworkPolicy').flatMap(({ spec }) =>
      spec.egress.flatMap((rule: Any) => rule.ports.map((port: Any) => port.port)),
    )
    const services = [5432, 6432, 443, 25, 465, 587, 514, 6514, 9000, 1883, 8883, 4318]
    expect(open).toEqual(expect.arrayContaining([53, ...services]))
  })

  it('gives servers time to shut down and grants only required privileges', () => {
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBe(grace)
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({
        ...{ runAsNonRoot: true, runAsUser: Number(user[1]), runAsGroup: Number(user[2]) },
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(spec.automountServiceAccountToken).toBe(false)
      expect(spec.enableServiceLinks).toBe(false)
      for (const { securityContext, resources } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(Object.keys(resources.requests)).toEqual(['cpu', 'memory'])
      }
    }
  })

  it('has an example Ingress that routes to its Service, with the same upload limit as nginx.conf', () => {
    const ingress: Any = parse(read('proxies', 'ingress.yaml'))
    const [{ http }] = ingress.spec.rules
    const { name, port } = http.paths[0].backend.service
    const service = of('Service').find(({ metadata }) => metadata.name === name)
    expect(service.spec.ports.map((each: Any) => each.name)).toContain(port.name)
    const size = ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']
    expect(read('proxies', 'nginx.conf')).toContain(`client_max_body_size ${size};`)
  })

  it.skipIf(!has('kubectl', 'version', '--client'))('can be rendered by kubectl', () => {
    const text = execFileSync('kubectl', ['kustomize', join(deploy, 'kubernetes')], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    const rendered: Any[] = parseAllDocuments(text).map((document) => document.toJS())
    expect(rendered).toHaveLength(objects.length + 1)
    const settled = rendered.find(({ kind }) => kind === 'ConfigMap')
    expect(settled.data).toEqual(settings)
    for (const { kind, spec } of rendered.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
      const [container] = spec.template.spec.containers
      expect([kind, container.image, container.envFrom[0].configMapRef.name]).toEqual([
        kind,
        `reeve:${version}`,
        settled.metadata.name,
      ])
    }
  })
})

describe('the systemd unit', () => {
  const unit = read('systemd', 'reeve.service')

  it('runs as the user that reeve.sysusers creates, and gives the server 45 seconds to shut down', () => {
    expect(unit).toContain(`TimeoutStopSec=${grace}\n`)
    const [, name] = required(/^User=(\w+)$/m.exec(unit), 'match')
    expect(read('systemd', 'reeve.sysusers')).toMatch(new RegExp(`^u ${name} `))
    expect(unit).toContain('REEVE_DATA_DIR=/var/lib/reeve\n')
  })

  it('does not restart after a configuration error, and gives up after several failures', () => {
    expect(unit).toContain('RestartPreventExitStatus=2\n')
    const limit = Number(required(/^StartLimitIntervalSec=(\d+)$/m.exec(unit), 'match')[1])
    const starts = Number(required(/^StartLimitBurst=(\d+)$/m.exec(unit), 'match')[1])
    const pause = Number(required(/^RestartSec=(\d+)$/m.exec(unit), 'match')[1])
    // All starts of a burst must fit into the interval; otherwise systemd would never give up. Each start is
    // assumed to take at most ten seconds.
    expect(starts * (pause + 10)).toBeLessThan(limit)
  })

  it.skipIf(!has('systemd-analyze', '--version'))('is valid, and systemd rates its exposure as OK', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reeve-unit-'))
    try {
      // The ExecStart program is not installed on the test machine, so it is replaced with /bin/true.
      const file = join(folder, 'reeve.service')
      writeFileSync(file, unit.replace('/opt/reeve/current/node_modules/.bin/reeve start', '/bin/true'))
      const checked = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      expect(checked.stderr.split('\n').filter((line) => line.includes('reeve'))).toEqual([])
      expect(checked.status).toBe(0)
      // The threshold is in tenths, so 20 means 2.0. systemd rates an exposure level of up to 2.0 as OK.
      execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], {
        stdio: 'pipe',
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
