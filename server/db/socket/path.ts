import { join, relative, resolve } from 'node:path'

// Maximum length in bytes of the path of a Unix socket, without the terminating zero.
const longest = process.platform === 'linux' ? 107 : 103

/**
 * Returns the folder of the socket. Only its owner can access the folder. Other users therefore cannot open
 * the socket, not even before its own permissions are set.
 */
export const socketFolder = (dataDir: string): string => join(resolve(dataDir), 'commands')

/**
 * Returns the path of the socket on which a running server accepts commands. Returns undefined on Windows, or
 * if the path is too long for a Unix socket.
 */
export function socketPath(dataDir: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const path = join(socketFolder(dataDir), 'socket')
  return [path, relative(process.cwd(), path)].find((each) => Buffer.byteLength(each) <= longest)
}
