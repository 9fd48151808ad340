#!/usr/bin/env node
// The command `reeve`. Plain JavaScript for any Node, so that one that is too old is told so in words. In a checkout it
// runs the sources; in the package, where Node strips no types, what `npm run pack` made of them.
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(`Reeve needs Node 24 or newer, and this is ${process.versions.node}.\n`)
  process.exit(1)
}

const source = new URL('./main.ts', import.meta.url)
const packed = new URL('../dist/program/cli/main.js', import.meta.url)
const { reeve } = await import(existsSync(source) ? source.href : packed.href)
// Whoever reads it, `head` for example, may have seen enough.
process.stdout.on('error', () => {})
process.exitCode = await reeve(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
  input: () => text(process.stdin),
  watched: process.stderr.isTTY === true,
})
