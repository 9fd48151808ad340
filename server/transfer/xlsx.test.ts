import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import type { Cell } from '../core/list-export.ts'
import { fromLocal, zoneOffset } from '../core/time/zone.ts'
import { isInstalled, readByGnumeric } from '../testing/transfer/programs.ts'
import { readBook } from './reading/book.ts'
import { shownOf } from './reading/sheet-cell.ts'
import { writeXlsx } from './xlsx-writer.ts'

const utc = zoneOffset('UTC')

const book = (rows: readonly (readonly Cell[])[]) =>
  buffer(
    Readable.from(writeXlsx([{ name: 'Sheet', titles: ['a', 'b'], widths: [10, 10], pages: [rows] }], utc)),
  )

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const override = (part: string, kind: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="${type}.${kind}+xml"/>`

/** The minimum set of files in an xlsx archive. */
const frame = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types">${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${override('sharedStrings', 'sharedStrings')}</Types>`,
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="x" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** Creates a workbook in which `files` replace or extend the valid files. */
function forged(files: Record<string, string | Buffer>): Buffer {
  const whole = {
    ...frame,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData/></worksheet>`,
    ...files,
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(whole).map(([path, content]) => [path, Buffer.from(content)]))),
  )
}

const sheet = (rows: string) => ({
  'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
})

/** Returns the message of the error about `file`. */
const refusal = async (content: Buffer): Promise<string> => {
  const error = await (async () => readBook(content))().then(
    () => undefined,
    (reason) => reason,
  )
  expect(error?.code).toBe('BAD_INPUT')
  return error.fieldTexts('en-US').file
}

test('writes and reads xlsx files with Chinese text, XML characters, numbers, dates and empty cells', async () => {
  const when = new Date('2026-11-20T08:30:15Z')
  const rows = [
    ['= 1 & <b> "q" \r\n _x0041_ 设备😀', 12.5],
    [null, when],
    [undefined, ''],
    ['x', true],
  ]
  const read = readBook(await book(rows))
  expect(read.map(({ cells }) => Array.from(cells, (cell) => cell && shownOf(cell)))).toEqual([
    ['a', 'b'],
    ['= 1 & <b> "q" \n _x0041_ 设备😀', '12.5'],
    [undefined, '2026-11-20 08:30:15'],
    ['x', 'TRUE'],
  ])
  expect(required(read[2], 'item of read').cells[1]).toMatchObject({
    kind: 'date',
    timed: true,
    value: expect.closeTo(when.getTime() / 86_400_000 + 25_569, 6),
  })
})

test('reads shared strings with formatting and phonetics, and rows and cells with gaps', async () => {
  const content = forged({
    ...sheet(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="D1" t="s"><v>1</v></c></row><row r="7"><c r="B7"><v>3</v></c></row>',
    ),
    'xl/sharedStrings.xml':
      '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r><rPh><t>zwei</t></rPh></si></sst>',
  })
  const rows = readBook(content)
  expect(
    rows.map(({ number, cells }) => [number, ...Array.from(cells, (cell) => cell && shownOf(cell))]),
  ).toEqual([
    [1, 'one', undefined, undefined, 'two'],
    [7, undefined, '3'],
  ])
})

test('rejects invalid and malicious xlsx files with an error message', async () => {
  expect(await refusal(Buffer.from([0, 1, 2, 3]))).toMatch(/readable xlsx/)
  expect(await refusal((await book([['x', 'y']])).subarray(0, 700))).toMatch(/readable xlsx/)
  const declared = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
  expect(
    await refusal(forged({ 'xl/worksheets/sheet1.xml': `${declared}<worksheet>&b;</worksheet>` })),
  ).toMatch(/readable xlsx/)
  expect(await refusal(forged(sheet('<row><c><v>1</v></c></row></oops>')))).toMatch(/readable xlsx/)
  expect(await refusal(forged(sheet('<row r="2"><c r="B2"><f>A1</f><v>1</v></c></row>')))).toMatch(
    /^B2 contains a formula/,
  )
  expect(await refusal(forged(sheet(`<row><c t="str"><v>${'x'.repeat(500_000)}</v></c></row>`)))).toMatch(
    /readable xlsx/,
  )
  // A parser that searches for the end of each construct from every start would take days.
  for (const begun of ['<!--', '<![CDATA[', '<?', '<a '])
    expect(await refusal(forged(sheet(begun.repeat(2_000_000))))).toMatch(/readable xlsx/)
  expect(await refusal(forged({ 'xl/externalLinks/externalLink1.xml': '<x/>' }))).toMatch(/links to other/)
  expect(await refusal(forged({ 'xl/vbaProject.bin': 'x' }))).toMatch(/macros/)
  expect(await refusal(forged(sheet(`<row><c r="ZZ1"><v>1</v></c></row>`)))).toMatch(/100 columns/)
  expect(await refusal(forged(sheet('<row><c><v>1</v></c></row>'.repeat(50_002))))).toMatch(/50,000 rows/)
  // Empty rows and cells are also limited, because reading them takes as long as reading others.
  expect(await refusal(forged(sheet('<row/>'.repeat(2_200_000))))).toMatch(/50,000 rows, including empty/)
  expect(await refusal(forged(sheet(`<row>${'<c/>'.repeat(101)}</row>`)))).toMatch(/100 columns/)
  expect(await refusal(forged(sheet(`<row>${'<c/>'.repeat(50)}</row>`.repeat(20_001))))).toMatch(
    /1,000,000 cells, including empty ones/,
  )
  const texts = (parts: string) =>
    forged({ ...sheet('<row/>'), 'xl/sharedStrings.xml': `<sst>${parts}</sst>` })
  expect(await refusal(texts('<si/>'.repeat(1_000_001)))).toMatch(/too large/)
  expect(await refusal(texts('<r/>'.repeat(4_000_001)))).toMatch(/readable xlsx/)
  expect(await refusal(texts('<a>'.repeat(2_000_000)))).toMatch(/readable xlsx/)
  expect(await refusal(texts(`<a ${Array.from({ length: 200 }, (_, n) => `a${n}=""`).join(' ')}/>`))).toMatch(
    /readable xlsx/,
  )
})

test('rejects decompression bombs without using more than 100 MB of memory', async () => {
  const bomb = forged({ 'xl/sharedStrings.xml': Buffer.alloc(100 * 1024 * 1024, 32) })
  expect(bomb.length).toBeLessThan(300_000)
  const before = process.memoryUsage().rss
  expect(await refusal(bomb)).toMatch(/too large/)
  // Decompression stops at the declared size even if the file is larger.
  const lying = Buffer.from(bomb)
  for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 4))
    if (lying.readUInt32LE(at + 24) > 1_000_000) lying.writeUInt32LE(1_000, at + 24)
  expect(await refusal(lying)).toMatch(/readable xlsx/)
  // If duplicate paths were accepted, the data of all entries with the same path would be decompressed.
  const twice = forged({ 'xl/sharedStrings.xml': '<sst/>', 'xl/sharedStringS.xml': '<sst/>' })
  for (let at = twice.indexOf('StringS'); at >= 0; at = twice.indexOf('StringS', at))
    twice.write('Strings', at)
  expect(await refusal(twice)).toMatch(/readable xlsx/)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test.runIf(isInstalled('ssconvert'))('writes xlsx files that Gnumeric can read', async () => {
  const read = readByGnumeric(
    await book([
      ['设备', 12.5],
      [null, new Date('2026-11-20T08:30:15Z')],
    ]),
  )
  expect(read).toMatch(/^a,b\n设备,12.5\n,"2026.11.20 08:30:15"\n$/)
})

test('continues on a second sheet when the first sheet is full', async () => {
  const page = Array.from({ length: 350_000 }, () => [1])
  const file = await buffer(
    Readable.from(writeXlsx([{ name: 'n', titles: ['a'], widths: [9], pages: [page, page, page] }], utc)),
  )
  expect(file.includes('xl/worksheets/sheet2.xml')).toBe(true)
})

test('converts times between UTC and a time zone with daylight saving time', () => {
  const berlin = zoneOffset('Europe/Berlin')
  for (const instant of ['2026-03-29T00:59:00Z', '2026-03-29T01:01:00Z', '2026-07-01T12:00:00Z']) {
    const ms = Date.parse(instant)
    expect(fromLocal(ms + berlin(ms), berlin)).toBe(ms)
  }
  expect(zoneOffset('Asia/Shanghai')(0)).toBe(8 * 3_600_000)
  expect(zoneOffset('America/St_Johns')(Date.parse('2026-01-01'))).toBe(-3.5 * 3_600_000)
})
