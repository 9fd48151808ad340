import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a program is installed. Tests that need a missing program are skipped. */
export const isInstalled = (program: string): boolean => !spawnSync(program, ['--version']).error

/**
 * Runs a program on a file in a temporary folder and returns the content of the file that the program has
 * written.
 */
function converted(content: Uint8Array, from: string, to: string, run: (folder: string) => void): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'))
  try {
    writeFileSync(join(folder, `in.${from}`), content)
    run(folder)
    return readFileSync(join(folder, 'out', `in.${to}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the file after LibreOffice has opened and saved it. */
export const savedByLibreOffice = (content: Uint8Array, from: string, to: string): Buffer =>
  converted(content, from, to, (folder) => {
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const place = ['--convert-to', to, '--outdir', join(folder, 'out')]
    execFileSync('soffice', [profile, '--headless', ...place, join(folder, `in.${from}`)], {
      stdio: 'ignore',
    })
  })

/** Returns the first sheet as read by Gnumeric, in CSV format. */
export const readByGnumeric = (content: Uint8Array): string =>
  converted(content, 'xlsx', 'csv', (folder) => {
    execFileSync('mkdir', [join(folder, 'out')])
    execFileSync('ssconvert', [join(folder, 'in.xlsx'), join(folder, 'out', 'in.csv')], { stdio: 'ignore' })
  }).toString()
