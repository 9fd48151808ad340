import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder in which the files of one run share data folders to copy. */
    templates: string
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-e2e-templates-'))
  project.provide('templates', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
