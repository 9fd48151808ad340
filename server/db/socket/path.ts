import { join, relative, resolve } from 'node:path'

// Maximum length of a socket path, without the terminating zero.
const longest = process.platform === 'linux' ? 107 : 103

/**
 * Returns the folder of the socket. Only its owner can access the folder, so nobody else can open the socket
 * at any time.
 */
export const socketFolder = (dataDir: string): string => join(resolve(dataDir), 'commands')

/**
 * Returns the path at which a running server accepts commands, or undefined if the system does not support
 * it.
 */
export function socketPath(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const path = join(socketFolder(dataDir), 'socket')
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= longest)
}
