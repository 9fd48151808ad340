import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { wordsOf } from '../../../contract/checks.ts'
import { documentLimits, documentMessages, documentTypes } from '../../../contract/documents.ts'
import { useRefusal } from '../../lib/codes.ts'
import type { FragmentOf } from '../../lib/graphql.ts'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { uploadDocument } from './documentCalls.ts'
import type { documentFields } from './fields.ts'
import { words } from './words.ts'

export type StoredDocument = FragmentOf<typeof documentFields>

type State =
  | { kind: 'sending'; share: number }
  | { kind: 'kept'; paper: StoredDocument }
  /** `again` means that the upload can be retried. */
  | { kind: 'refused'; fault: string; again: boolean }

/** A document in the form. */
export interface Item {
  key: number
  name: string
  bytes: number
  /** The chosen file; missing if the document has already been submitted. */
  file?: File
  state: State
}

export const megabytes = documentLimits.bytes / 1024 / 1024
export const accepted = Object.values(documentTypes)

/**
 * Manages the documents of a form. Files are uploaded one after the other as soon as the user has chosen
 * them.
 */
export function useDocuments() {
  const t = useTexts(words)
  const refusal = useRefusal()
  const [items, setItems] = useState<readonly Item[]>([])
  const [full, setFull] = useState(false)
  const sending = useRef(new Map<number, AbortController>())
  const queue = useRef(Promise.resolve())
  const keys = useRef(0)
  useEffect(() => {
    const running = sending.current
    return () => {
      for (const each of running.values()) each.abort()
    }
  }, [])

  const change = (key: number, next: Partial<Item>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...next } : item)))
  const faultOf = useFaultOf()

  async function send(key: number, file: File, control: AbortController) {
    if (control.signal.aborted) return
    try {
      const tell = (share: number) => change(key, { state: { kind: 'sending', share } })
      const paper = await uploadDocument(file, { tell, signal: control.signal })
      change(key, { name: paper.name, bytes: paper.bytes, state: { kind: 'kept', paper } })
    } catch (error) {
      if (control.signal.aborted) return
      const { message, fields } = refusal(error)
      change(key, { state: { kind: 'refused', fault: fields?.file ?? message, again: !fields?.file } })
    } finally {
      sending.current.delete(key)
    }
  }

  function enqueue(key: number, file: File) {
    const control = new AbortController()
    sending.current.set(key, control)
    queue.current = queue.current.then(() => send(key, file, control))
  }

  return {
    items,
    /** Whether the user has chosen more files than the limit allows. */
    full,
    /**
     * Values with which the form detects changes: the id of each uploaded document, and the key of each other
     * item.
     */
    marks: items.map(({ key, state }) => (state.kind === 'kept' ? state.paper.id : String(key))),
    ids: items.flatMap(({ state }) => (state.kind === 'kept' ? [state.paper.id] : [])),

    /** Returns why the form cannot be submitted yet, or undefined if it can be submitted. */
    fault: () =>
      sending.current.size
        ? t('unfinished')
        : items.some(({ state }) => state.kind === 'refused')
          ? t('unsent')
          : undefined,

    /** Sets the documents that have already been submitted. */
    fill: (papers: readonly StoredDocument[]) =>
      setItems(
        papers.map((paper) => {
          keys.current += 1
          const { name, bytes } = paper
          return { key: keys.current, name, bytes, state: { kind: 'kept', paper } }
        }),
      ),

    add(files: readonly File[]) {
      const room = documentLimits.each - items.length
      setFull(files.length > room)
      const added = files.slice(0, Math.max(0, room)).map((file): Item & { file: File } => {
        keys.current += 1
        const fault = faultOf(file)
        const state: State = fault ? { kind: 'refused', fault, again: false } : { kind: 'sending', share: 0 }
        return { key: keys.current, name: file.name, bytes: file.size, file, state }
      })
      setItems((all) => [...all, ...added])
      for (const { key, file, state } of added) if (state.kind === 'sending') enqueue(key, file)
    },

    retry({ key, file }: Item) {
      if (!file) return
      change(key, { state: { kind: 'sending', share: 0 } })
      enqueue(key, file)
    },

    remove({ key }: Item) {
      sending.current.get(key)?.abort()
      sending.current.delete(key)
      setFull(false)
      setItems((all) => all.filter((item) => item.key !== key))
    },
  }
}

/**
 * Returns a function that checks a file. That function returns why the file cannot be uploaded, or undefined
 * if it can be uploaded.
 */
function useFaultOf() {
  const t = useTexts(words)
  const locale = useLocale()
  return ({ size, type, name }: File): string | undefined => {
    if (size === 0) return t('empty')
    if (size > documentLimits.bytes) return t('tooLarge', { size: megabytes })
    // If the browser does not know the media type, the file extension is checked. The server checks the
    // content in any case.
    if ((accepted as string[]).includes(type) || /\.(jpe?g|png|webp|pdf)$/i.test(name)) return
    return wordsOf(documentMessages['document.type'], locale)
  }
}

export type Documents = ReturnType<typeof useDocuments>

/**
 * Copies the documents to the form field `papers`, so that a change to the documents marks the form as
 * changed and clears the field's error.
 */
export function useDocumentsIn(
  form: { setFieldValue: (name: 'papers', value: readonly string[]) => void },
  { items, marks }: Documents,
): void {
  const tell = useEffectEvent(() => form.setFieldValue('papers', marks))
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of them
  useEffect(() => tell(), [items])
}
