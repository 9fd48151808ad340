import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is compared with, and what its programs here need; none of it is a dependency of the project. */
export const versions = {
  postgraphile: '5.1.5',
  'better-auth': '1.7.25',
  pg: '8.23.1',
  '@node-rs/argon2': '2.2.1',
}

/** Installs them into a folder of their own, with the programs that start them; does nothing where they are there. */
export function installPeers(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'package.json')
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: versions })
  for (const program of ['postgraphile.js', 'better-auth.js'])
    copyFileSync(join(import.meta.dirname, program), join(folder, program))
  if (existsSync(join(folder, 'node_modules')) && existsSync(file) && readFileSync(file, 'utf8') === manifest)
    return
  writeFileSync(file, manifest)
  const command = ['install', '--no-audit', '--no-fund', '--ignore-scripts']
  execFileSync('npm', command, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 1_200_000,
    shell: process.platform === 'win32',
  })
}
