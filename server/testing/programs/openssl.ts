import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from './installed.ts'

const program = '/usr/bin/openssl'

export const hasOpenssl = (): boolean => isInstalled(program, 'openssl')

/**
 * Creates a certificate authority and certificates for a host name. They are in PEM format and valid for two
 * days.
 */
export function makeAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-authority-'))
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const make = (name: string, ...more: string[]) => {
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)]
    const kind = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    execFileSync(program, ['req', ...kind, ...files, '-subj', `/CN=${name}`, ...more], { stdio: 'pipe' })
  }
  make('authority')
  return {
    certificate: read('authority.pem'),
    issue(name: string): { key: string; cert: string } {
      const by = ['-CA', join(folder, 'authority.pem'), '-CAkey', join(folder, 'authority.key')]
      make(name, ...by, '-addext', `subjectAltName=DNS:${name}`)
      return { key: read(`${name}.key`), cert: read(`${name}.pem`) }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
