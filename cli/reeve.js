#!/usr/bin/env node
// The `reeve` command. It is plain JavaScript, so that an outdated Node.js version prints a readable message.
// In a checkout, it runs the source files. In the package, it runs the bundle that `npm run pack` has built.
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(`Reeve needs Node.js 24 or newer. This is Node.js ${process.versions.node}.\n`)
  process.exit(1)
}

const source = new URL('./main.ts', import.meta.url)
const packed = new URL('../dist/program/main.js', import.meta.url)
const { reeve } = await import(existsSync(source) ? source.href : packed.href)
// A program that reads the output, such as `head`, can close the pipe early. This is not an error.
process.stdout.on('error', () => {})
process.exitCode = await reeve(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
  input: () => text(process.stdin),
  watched: process.stderr.isTTY === true,
})
