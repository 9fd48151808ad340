import { everyEntry } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'

/** Pages that are open without a session. All others are in the menu table. */
const open = ['/login', '/register', '/forget', '/opened', '/enter', '/terms', '/privacy', '/redirect/:path']

const routes = [...open, ...everyEntry().map(({ path }) => path)].map((path) => path.split('/'))

/** Returns a path, typed in any case, in the spelling of its route. Parameters stay unchanged. */
export function canonicalPath(path: string): string {
  const parts = path.split('/')
  const route = routes.find(
    (names) =>
      names.length === parts.length &&
      names.every(
        (name, index) =>
          name.startsWith(':') ||
          name.toLowerCase() === required(parts[index], 'item of parts').toLowerCase(),
      ),
  )
  return route ? route.map((name, index) => (name.startsWith(':') ? parts[index] : name)).join('/') : path
}
