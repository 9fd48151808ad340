import { useEffect, useRef, useState } from 'react'
import { type Counts, importExtensions, type Preview, type Progress } from '../../../../contract/import.ts'
import { limits } from '../../../../contract/limits.ts'
import { ApiError } from '../../../lib/errors.ts'
import { useTexts } from '../../../lib/texts.ts'
import { apply, type ImportedList, type ImportQuery, upload } from './importCalls.ts'
import { words } from './words.ts'

export type Step =
  | { name: 'choose' }
  | { name: 'checking'; progress: Progress }
  | { name: 'preview'; preview: Preview }
  | { name: 'writing'; preview: Preview; progress: Progress }
  | { name: 'done'; preview: Preview; counts: Counts }

export const megabytes = limits.import.bytes / 1024 / 1024

interface Options {
  list: ImportedList
  query: ImportQuery
  /** Called after an import has changed the list. */
  onDone: () => void
}

/** Manages the state of an import, from the choice of the file to the result. */
export function useImport({ list, query, onDone }: Options) {
  const t = useTexts(words)
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [problem, setProblem] = useState<string>()
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])

  /** After the dialog has closed, its step must not change, even if progress still arrives. */
  const show = (next: Step, trouble?: string) => {
    if (!open.current) return
    setStep(next)
    setProblem(trouble)
  }
  const wordsOf = (error: unknown) =>
    error instanceof ApiError ? (error.fields.file ?? error.message) : undefined

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const extension = /\.[^.]*$/.exec(file.name.toLowerCase())?.[0] ?? file.name
    const fault = !importExtensions.some((each) => each === extension)
      ? t('wrongType', { type: extension })
      : file.size > limits.import.bytes
        ? t('tooLarge', { size: megabytes })
        : undefined
    if (fault) return show({ name: 'choose' }, fault)
    const checking = (progress: Progress) => show({ name: 'checking', progress })
    checking({ phase: 'read', done: 0, of: 0 })
    try {
      show({ name: 'preview', preview: await upload(list, query, file, checking) })
    } catch (error) {
      show({ name: 'choose' }, wordsOf(error) || t('unknownFile'))
    }
  }

  async function start(preview: Preview): Promise<void> {
    const writing = (progress: Progress) => show({ name: 'writing', preview, progress })
    writing({ phase: 'check', done: 0, of: preview.created + preview.changed })
    try {
      const counts = await apply(list, preview.id, preview.wrong ? 'skip' : 'refuse', writing)
      onDone()
      show({ name: 'done', preview, counts })
    } catch (error) {
      // The error may be a broken connection, after which it is unknown whether the server has applied the
      // import. The preview therefore stays open.
      show({ name: 'preview', preview }, wordsOf(error) || t('unknown'))
    }
  }

  return { step, problem, choose, start, restart: () => show({ name: 'choose' }) }
}
