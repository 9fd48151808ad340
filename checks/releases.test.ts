import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { root } from './sources.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const releases: { version: string; date: string; commit: string }[] = JSON.parse(read('releases.json'))
const { version } = JSON.parse(read('package.json'))
const headings = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)(.*)$/gm)]

test('releases.json lists all released versions of CHANGELOG.md, the oldest first', () => {
  const released = headings
    .filter(([, , rest]) => !required(rest, 'rest').includes('not released'))
    .map(([, name]) => name)
  expect(releases.map((release) => release.version)).toEqual(released.reverse())
  for (const { date, commit } of releases) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(commit).toMatch(/^[\da-f]{40}$/)
  }
})

test('the version in package.json is the unreleased version in CHANGELOG.md, with the suffix -dev', () => {
  expect(releases.map((release) => release.version)).not.toContain(version)
  const [[, newest, rest]] = headings as [RegExpExecArray]
  expect(version).toBe(required(rest, 'rest').includes('not released') ? `${newest}-dev` : newest)
})
