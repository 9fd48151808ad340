import type { ReactNode } from 'react'
import type { Language } from './snippets.ts'

const text = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${'`'}[^${'`'}]*${'`'}`
const number = String.raw`(?<![\w.-])\d[\d_.]*(?![\w.-])`

/** Patterns per language: comments, strings, numbers and keywords. */
const tokens: Record<Language, RegExp> = {
  shell: new RegExp(`(^#.*$)|(${text})|(${number})|((?<=^|\\s)--?[a-zA-Z][\\w-]*)`, 'gm'),
  python: new RegExp(`(^\\s*#.*$)|(${text})|(${number})|\\b(import|as|def|while|True)\\b`, 'gm'),
  js: new RegExp(`(//.*$)|(${text})|(${number})|\\b(import|from|const|true)\\b`, 'gm'),
  c: new RegExp(`((?<!:)//.*$)|(${text})|(${number})|(^#include|\\b(?:static|const|void|true)\\b)`, 'gm'),
}
const kinds = ['comment', 'text', 'value', 'key'] as const

/** Highlights the syntax of a program. */
export function colored(program: string, language: Language): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of program.matchAll(tokens[language])) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]
    parts.push(
      program.slice(end, match.index),
      <span key={match.index} data-kind={kind}>
        {match[0]}
      </span>,
    )
    end = match.index + match[0].length
  }
  return [...parts, program.slice(end)]
}
