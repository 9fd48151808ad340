import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildConsole } from '../../scripts/lib/prepare.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the template data folders, which the test files of a run copy. */
    templates: string
  }
}

/** Builds the console if its sources have changed. Creates the folder for the template data folders. */
export default async function setup(project: TestProject): Promise<() => void> {
  await buildConsole(process.execPath)
  const folder = mkdtempSync(join(tmpdir(), 'reeve-e2e-templates-'))
  project.provide('templates', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
