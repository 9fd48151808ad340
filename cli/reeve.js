#!/usr/bin/env node
// The command `reeve`. Plain JavaScript for any Node.js version, so that an old one gets a readable message.
// In a checkout it runs the sources. In a package it runs the bundle that `npm run pack` made.
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
// A reader such as `head` can close the pipe early.
process.stdout.on('error', () => {})
process.exitCode = await reeve(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
  input: () => text(process.stdin),
  watched: process.stderr.isTTY === true,
})
