import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { required } from '../../../../contract/required.ts'
import styles from './Config.module.css'

export interface EditorHandle {
  /** Moves the cursor to this offset, scrolls it into view and focuses the editor. */
  goTo(at: number): void
}

interface Props {
  ref?: Ref<EditorHandle>
  label: string
  /** Id of the element that shows whether the text is valid. */
  describedBy: string
  value: string
  onChange: (value: string) => void
  fault: { at: number; text: string } | null
  /** Called on Ctrl+S (Cmd+S on macOS). */
  onSave: () => void
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--link)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
])

/** The keymap does not bind Tab, so that keyboard users can leave the editor. */
const extensions = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  json(),
  syntaxHighlighting(colors),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap]),
]

/**
 * A JSON editor with line numbers and syntax highlighting. It underlines the position of an error. The page
 * shows the error message.
 */
export function JsonEditor({ ref, label, describedBy, value, onChange, fault, onSave }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const attributes = useRef(new Compartment())
  const does = useRef({ onChange, onSave })
  useEffect(() => {
    does.current = { onChange, onSave }
  })

  useEffect(() => {
    const save = () => {
      does.current.onSave()
      return true
    }
    const editor = new EditorView({
      parent: required(container.current, 'container'),
      extensions: [
        keymap.of([{ key: 'Mod-s', run: save }]),
        extensions,
        attributes.current.of([]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) does.current.onChange(state.doc.toString())
        }),
      ],
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  // Must run before the effect that underlines the error, because the error's position refers to the new
  // text.
  useEffect(() => {
    const { doc } = required(view.current, 'view').state
    if (doc.toString() !== value)
      required(view.current, 'view').dispatch({ changes: { from: 0, to: doc.length, insert: value } })
  }, [value])

  const wrong = fault !== null
  useEffect(() => {
    const ariaAttributes = {
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(wrong),
    }
    required(view.current, 'view').dispatch({
      effects: attributes.current.reconfigure(EditorView.contentAttributes.of(ariaAttributes)),
    })
  }, [label, describedBy, wrong])

  useEffect(() => {
    const { state } = required(view.current, 'view')
    const from = Math.min(fault?.at ?? 0, state.doc.length)
    const diagnostics = fault
      ? [
          {
            from,
            to: Math.min(from + 1, state.doc.length),
            severity: 'error' as const,
            message: fault.text,
          },
        ]
      : []
    required(view.current, 'view').dispatch(setDiagnostics(state, diagnostics))
  }, [fault])

  useImperativeHandle(ref, () => ({
    goTo(at) {
      required(view.current, 'view').dispatch({ selection: { anchor: at }, scrollIntoView: true })
      required(view.current, 'view').focus()
    },
  }))

  return <div ref={container} className={styles.editor} />
}
