import { everyEntry } from '../../../contract/menu.ts'

/** Pages that are open to who is not signed in; the others are in the menu's table. */
const open = ['/login', '/register', '/forget', '/opened', '/enter', '/terms', '/privacy', '/redirect/:path']

const routes = [...open, ...everyEntry().map(({ path }) => path)].map((path) => path.split('/'))

/** A path, typed in any case, as its route is spelt: the one spelling that all else compares with. Parameters stay. */
export function canonicalPath(path: string): string {
  const parts = path.split('/')
  const route = routes.find(
    (names) =>
      names.length === parts.length &&
      names.every(
        (name, index) => name.startsWith(':') || name.toLowerCase() === parts[index]!.toLowerCase(),
      ),
  )
  return route ? route.map((name, index) => (name.startsWith(':') ? parts[index] : name)).join('/') : path
}
