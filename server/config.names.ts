import { readFileSync } from 'node:fs'
import { suggestionList } from 'graphql/jsutils/suggestionList.js'

export type Environment = Record<string, string | undefined>

const prefix = 'REEVE_'

/**
 * Matches variables that Kubernetes sets for each Service of the namespace. For a Service called `reeve`,
 * these are REEVE_SERVICE_HOST, REEVE_SERVICE_PORT_HTTP, REEVE_PORT=tcp://… and REEVE_PORT_80_TCP_ADDR.
 */
const serviceLink = /_(SERVICE_(HOST|PORT(_.*)?)|PORT_\d+_(TCP|UDP|SCTP)(_.*)?)$/
const serviceAddress = /^(tcp|udp|sctp):\/\//

/**
 * Variables of the examples, of deploy/compose.yaml and of the console's development server. They may be set
 * in the same shell, so they are not reported as unknown settings.
 */
const otherPrograms = ['REEVE_URL', 'REEVE_USERNAME', 'REEVE_PASSWORD', 'REEVE_VERSION', 'REEVE_DEV_SERVER']

/**
 * Settings that contain a password or a key. Instead of NAME, NAME_FILE can be set to the path of a file that
 * contains the value.
 */
export const secretSettings = [
  'REEVE_DATABASE_URL',
  'REEVE_DATABASE_LISTEN_URL',
  'REEVE_DATABASE_READ_URL',
  'REEVE_SMS_URL',
  'REEVE_SMS_FALLBACK_URL',
  'REEVE_MAIL_URL',
  'REEVE_ADMIN_PASSWORD',
  'REEVE_MQTT_URL',
  'REEVE_METRICS_TOKEN',
  'REEVE_AUDIT_URL',
  'REEVE_AUDIT_SEAL_URL',
  'REEVE_DOCUMENTS_URL',
  'HTTPS_PROXY',
]

/** Names of settings before release 0.3.0. Until release 0.4.0, they still work but cause a warning. */
const renamed: Record<string, string> = {
  REEVE_PAPERS_URL: 'REEVE_DOCUMENTS_URL',
  REEVE_IP_DATA: 'REEVE_GEOIP_FILE',
  REEVE_SEAL_URL: 'REEVE_AUDIT_SEAL_URL',
  REEVE_TRUSTED_OPENERS: 'REEVE_ALLOWED_OPENERS',
  REEVE_SMS_URL_2: 'REEVE_SMS_FALLBACK_URL',
  REEVE_DEFAULT_REGION: 'REEVE_DEFAULT_PHONE_REGION',
}

/** Values of REEVE_SECOND_FACTOR before release 0.3.0. */
const renamedFactors: Record<string, string> = {
  offered: 'optional',
  admins: 'administrators',
  all: 'required',
}

interface Reading {
  /** Values by current name of the setting. An empty value counts as not set. */
  values: Environment
  faults: string[]
  /** Warnings about former names that are used and still work. */
  warnings: string[]
}

/**
 * Reads the variables: removes Kubernetes service links, accepts former names, reads secrets from files, and
 * reports unknown names as faults.
 */
export function readEnvironment(env: Environment, known: string[]): Reading {
  const values = withoutServiceLinks(env)
  const reading: Reading = { values, faults: [], warnings: [] }
  resolveFormerNames(reading)
  resolveFiles(reading)
  resolvePrefixed(reading)
  // Like other programs, also accept the lower-case variants of these names.
  values.HTTPS_PROXY ??= values.https_proxy
  values.NO_PROXY ??= values.no_proxy
  reading.faults.push(...unknownNames(values, known))
  return reading
}

const isServiceLink = (name: string, value = '') =>
  serviceLink.test(name) || (name.endsWith('_PORT') && serviceAddress.test(value))

/** Removes the variables that Kubernetes sets for Services, even if a variable has the name of a setting. */
const withoutServiceLinks = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => value && !(name.startsWith(prefix) && isServiceLink(name, value)),
    ),
  )

function resolveFormerNames({ values, faults, warnings }: Reading): void {
  const move = (former: string, name: string, value: string) => {
    if (values[name] !== undefined) faults.push(`${former} is the former name of ${name}: set only ${name}`)
    else values[name] = value
    warnings.push(`${former} has been renamed to ${name}; the former name works until 0.4.0`)
  }
  for (const [former, name] of Object.entries(renamed)) {
    const value = values[former]
    delete values[former]
    if (value !== undefined) move(former, name, value)
  }
  const factor = renamedFactors[values.REEVE_SECOND_FACTOR ?? '']
  if (factor) {
    warnings.push(
      `REEVE_SECOND_FACTOR=${values.REEVE_SECOND_FACTOR} has been renamed to ${factor}; the former value works until 0.4.0`,
    )
    values.REEVE_SECOND_FACTOR = factor
  }
  const { REEVE_DEPLOYMENT: deployment, REEVE_TENANT_NAME: tenantName } = values
  delete values.REEVE_DEPLOYMENT
  delete values.REEVE_TENANT_NAME
  if (deployment === 'private' && tenantName)
    move('REEVE_DEPLOYMENT', 'REEVE_SINGLE_ORGANIZATION', tenantName)
  else if (deployment === 'private')
    faults.push('REEVE_TENANT_NAME is required if REEVE_DEPLOYMENT is private')
  else if (deployment !== undefined && deployment !== 'platform')
    faults.push('REEVE_DEPLOYMENT must be platform or private')
}

/**
 * Reads secrets from the files that NAME_FILE variables refer to, because Docker, Kubernetes and systemd
 * mount secrets as files. A trailing newline is removed.
 */
function resolveFiles({ values, faults }: Reading): void {
  for (const name of secretSettings) {
    const file = values[`${name}_FILE`]
    if (file === undefined) continue
    delete values[`${name}_FILE`]
    if (values[name] !== undefined) {
      faults.push(`${name} and ${name}_FILE cannot both be set`)
      continue
    }
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if (text) values[name] = text
      else faults.push(`${name}_FILE names an empty file`)
    } catch (error) {
      faults.push(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
}

/** Gives REEVE_HOST and REEVE_PORT precedence over HOST and PORT, which shells and platforms also set. */
function resolvePrefixed({ values }: Reading): void {
  for (const name of ['HOST', 'PORT'])
    if (values[prefix + name] !== undefined) values[name] = values[prefix + name]
}

/**
 * Returns a fault for each unknown REEVE_ variable. Otherwise, a setting with a misspelled name would keep
 * its default without any notice.
 */
function unknownNames(values: Environment, known: string[]): string[] {
  const allowed = new Set([...known, ...otherPrograms, 'REEVE_HOST', 'REEVE_PORT'])
  const names = [...known, ...secretSettings.map((name) => `${name}_FILE`)]
  const bare = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return Object.keys(values)
    .filter((name) => name.startsWith(prefix) && !name.startsWith('REEVE_TEST_') && !allowed.has(name))
    .map((name) => {
      const [near] = suggestionList(name.slice(prefix.length), bare)
      return `${name} is not a setting${near ? ` (did you mean ${prefix}${near}?)` : ''}`
    })
}
