import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse, print, visit } from 'graphql'
import { required } from '../../contract/required.ts'
import { root } from '../../scripts/lib/run.js'

const inWeb = globSync('web/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))

const definitionsIn = (path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/\bgraphql\(\s*`([^`]+)`/g)].flatMap(
    ([, text]) => parse(required(text, 'text')).definitions,
  )

const fragments = new Map<string, FragmentDefinitionNode>()
for (const path of inWeb.filter((path) => !/\.test\.tsx?$/.test(path))) {
  for (const each of definitionsIn(path))
    if (each.kind === Kind.FRAGMENT_DEFINITION) {
      if (fragments.has(each.name.value)) throw new Error(`${path} defines ${each.name.value} twice.`)
      fragments.set(each.name.value, each)
    }
}

/**
 * Returns a GraphQL operation from a source file of the console, with its fragments. Throws if the operation
 * is missing.
 */
export function consoleDocument(path: string, operationName: string): string {
  const operation = definitionsIn(path).find(
    (each): each is OperationDefinitionNode =>
      each.kind === Kind.OPERATION_DEFINITION && each.name?.value === operationName,
  )
  if (!operation) throw new Error(`${path} has no operation ${operationName}.`)
  const used = new Set<FragmentDefinitionNode>()
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void =>
    void visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment || used.has(fragment)) return
        used.add(fragment)
        collect(fragment)
      },
    })
  collect(operation)
  return [operation, ...used].map(print).join('\n')
}
