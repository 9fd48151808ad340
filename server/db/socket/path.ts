import { join, relative, resolve } from 'node:path'

// What the system's address of a socket has room for, with the zero at its end.
const longest = process.platform === 'linux' ? 107 : 103

/** A folder of its own, for nobody but its user, so that at no moment anybody else can open what is in it. */
export const socketFolder = (dataDir: string): string => join(resolve(dataDir), 'commands')

/** Where a running server takes commands; undefined where the system has no address for that. */
export function socketPath(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const path = join(socketFolder(dataDir), 'socket')
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= longest)
}
