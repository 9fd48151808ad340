import { everyEntry } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'

/** Pages that are not in the menu table. Most of them can be opened without a session. */
const open = [
  '/login',
  '/login/:source',
  '/register',
  '/forget',
  '/opened',
  '/enter',
  '/terms',
  '/privacy',
  '/redirect/:path',
]

const routes = [...open, ...everyEntry().map(({ path }) => path)].map((path) => path.split('/'))

/** Returns the path with the letter case of its route. Parameters in the path are not changed. */
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
