import type { ReactNode } from 'react'
import styles from './JsonView.module.css'

interface JsonViewProps {
  value: unknown
  /** Accessible name of the scrollable region. */
  label: string
}

/** Shows a JSON value that `printJson` has formatted, with line numbers. */
export function JsonView({ value, label }: JsonViewProps) {
  const lines = printJson(value).split('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.view} aria-label={label} tabIndex={0}>
      <pre className={styles.lines}>
        {lines.map((line, index) => (
          <span key={index} className={styles.line}>
            {colored(line)}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  )
}

/**
 * Formats a JSON value. Short objects and lists are printed on one line if they contain no other objects or
 * lists.
 */
export function printJson(value: unknown, indent = ''): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const list = Array.isArray(value)
  const parts = list
    ? value.map((each) => [null, each] as const)
    : Object.entries(value).map(([key, each]) => [JSON.stringify(key), each] as const)
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  if (!parts.length) return open + close
  const flat = parts.every(([, each]) => typeof each !== 'object' || each === null)
  const print = (inner: string) =>
    parts.map(([key, each]) => (key === null ? '' : `${key}: `) + printJson(each, inner))
  if (flat && indent) {
    const text = print('').join(', ')
    if (text.length <= 32) return list ? `[${text}]` : `{ ${text} }`
  }
  const inner = `${indent}  `
  return `${open}\n${print(inner)
    .map((part) => inner + part)
    .join(',\n')}\n${indent}${close}`
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g

function colored(line: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of line.matchAll(token)) {
    const [text, string, colon] = match
    parts.push(line.slice(end, match.index))
    const kind = string === undefined ? 'value' : colon ? 'key' : 'text'
    parts.push(
      <span key={match.index} data-kind={kind}>
        {string ?? text}
      </span>,
      colon,
    )
    end = match.index + text.length
  }
  return [...parts, line.slice(end)]
}
