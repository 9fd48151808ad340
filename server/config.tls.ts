import { accessSync, constants } from 'node:fs'

/**
 * Values of sslmode that pg treats as verify-full. For each connection with such a value, pg prints a
 * warning.
 */
const loose = ['prefer', 'require', 'verify-ca']

/**
 * Throws if the TLS parameters of a PostgreSQL URL are invalid. The error message completes a sentence that
 * starts with the setting's name.
 */
export function checkTls(address: string): void {
  const { searchParams } = new URL(address)
  const mode = searchParams.get('sslmode')
  if (mode !== null && ![...loose, 'disable', 'verify-full'].includes(mode))
    throw new Error('must have sslmode=disable or sslmode=verify-full')
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = searchParams.get(name)
    if (file) assertReadable(name, file)
  }
}

function assertReadable(name: string, file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new Error(`has ${name}=${file}, which cannot be read`)
  }
}

/**
 * Returns the URL with sslmode=verify-full in place of a looser mode, which avoids the warnings. pg verifies
 * the certificate in all of these modes.
 */
export function withVerifiedTls(address: string): string {
  const url = new URL(address)
  if (!loose.includes(url.searchParams.get('sslmode') ?? '')) return address
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}
