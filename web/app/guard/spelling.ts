import { everyEntry } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'

/** Pages that can be opened without a session. All other pages are in the menu table. */
const open = ['/login', '/register', '/forget', '/opened', '/enter', '/terms', '/privacy', '/redirect/:path']

const routes = [...open, ...everyEntry().map(({ path }) => path)].map((path) => path.split('/'))

/** Returns the path in the letter case of its route. Parameters are not changed. */
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
