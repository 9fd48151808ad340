#!/usr/bin/env node
// The `reeve` command. It is plain JavaScript, so that an outdated Node.js version shows a readable message.
// In a checkout it runs the sources. In the package it runs the bundle built by `npm run pack`.
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
// A reader such as `head` can close the pipe early, which is not an error.
process.stdout.on('error', () => {})
process.exitCode = await reeve(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
  input: () => text(process.stdin),
  watched: process.stderr.isTTY === true,
})
