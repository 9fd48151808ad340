import { suggestionList } from 'graphql/jsutils/suggestionList.js'

type Environment = Record<string, string | undefined>

const prefix = 'REEVE_'

/**
 * Names that Kubernetes derives from the Services of a namespace. A Service called `reeve` yields REEVE_SERVICE_HOST,
 * REEVE_SERVICE_PORT_HTTP, REEVE_PORT=tcp://… and REEVE_PORT_80_TCP_ADDR.
 */
const serviceLink = /_(SERVICE_(HOST|PORT(_.*)?)|PORT_\d+_(TCP|UDP|SCTP)(_.*)?)$/
const serviceAddress = /^(tcp|udp|sctp):\/\//

/** Read by the examples, by deploy/compose.yaml and by the console's development server, which share a shell with servers. */
const otherPrograms = ['REEVE_URL', 'REEVE_USERNAME', 'REEVE_PASSWORD', 'REEVE_VERSION', 'REEVE_DEV_SERVER']

const isServiceLink = (name: string, value = '') =>
  serviceLink.test(name) || (name.endsWith('_PORT') && serviceAddress.test(value))

/** Returns the environment without the service links of Kubernetes, even where one has the name of a setting. */
export const withoutServiceLinks = (env: Environment): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(([name, value]) => !name.startsWith(prefix) || !isServiceLink(name, value)),
  )

/** Returns a fault for each unknown REEVE_ variable, because a misspelt setting would silently stay at its default. */
export function unknownNames(env: Environment, known: string[]): string[] {
  const allowed = new Set([...known, ...otherPrograms])
  const bare = known.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !name.startsWith('REEVE_TEST_') && !allowed.has(name))
    .map((name) => {
      const [near] = suggestionList(name.slice(prefix.length), bare)
      return `${name} is not a setting${near ? ` (did you mean ${prefix}${near}?)` : ''}`
    })
}
