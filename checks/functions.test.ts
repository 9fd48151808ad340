import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { isCode, type Source, sources } from './sources.ts'

const mostLines = 100

interface FunctionNode {
  start: number
  end: number
}

/** Returns `path:line: length` for each function that is too long. Callbacks of `describe` are ignored. */
function longFunctions({ path, text }: Source): string[] {
  const { program } = parseSync(path, text)
  const functions: FunctionNode[] = []
  const groups = new Set<number>()
  const add = (node: FunctionNode) => void functions.push(node)
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    CallExpression({ callee, arguments: given }) {
      if (/^describe\b/.test(text.slice(callee.start, callee.end)))
        for (const { start } of given) groups.add(start)
    },
  }).visit(program)
  const lineOf = (position: number) => text.slice(0, position).split('\n').length
  return functions
    .filter(({ start }) => !groups.has(start))
    .map(({ start, end }) => ({ line: lineOf(start), lines: lineOf(end) - lineOf(start) + 1 }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ line, lines }) => `${path}:${line}: ${lines} lines`)
}

test(`functions outside tests have at most ${mostLines} lines`, () => {
  const product = sources.filter(({ path }) => /^(server|cli|web|contract)\//.test(path) && isCode(path))
  // A file with fewer lines than the limit cannot contain a function that is too long, so it is not parsed.
  const found = product.filter(({ lines }) => lines.length > mostLines).flatMap(longFunctions)
  expect(found, 'extract a part of the function into another function').toEqual([])
})
