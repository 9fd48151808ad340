import * as XLSX from '@e965/xlsx'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { book, number, read, refusal, repacked, valuesOf } from '../testing/transfer/books.ts'
import { isInstalled, savedByLibreOffice } from '../testing/transfer/programs.ts'

test.each([
  ['UTF-8', Buffer.from(`编号,设备名称\n"00,1","泵""站"\n`), ['00,1', '泵"站']],
  ['UTF-8 with BOM (semicolons)', Buffer.from('\ufeff编号;设备名称\r\n1,5;泵\r\n'), ['1,5', '泵']],
  ['UTF-16 (tabs)', Buffer.from('\ufeff编号\t设备名称\n1E5\t2026-01-02', 'utf16le'), ['1E5', '2026-01-02']],
  // These bytes encode 编号,设备名称 / 1,泵站.
  ['GB18030', Buffer.from('b1e0bac52cc9e8b1b8c3fbb3c60a312cb1c3d5be', 'hex'), ['1', '泵站']],
])('reads a CSV file in %s', async (_, content, [id, name]) => {
  expect(await valuesOf(content)).toEqual([{ id, name }])
})

test('rejects a file of an unsupported type with an error that names the type', async () => {
  const archive = (path: string) => Buffer.from(zipSync({ [path]: Buffer.from('x') }))
  const types: [Buffer, string][] = [
    [Buffer.from('%PDF-1.7'), 'PDF'],
    [Buffer.from('<html><table><tr><td>ID</td></tr></table></html>'), 'HTML'],
    [Buffer.from('<?xml version="1.0"?><Workbook/>'), 'XML'],
    [Buffer.from('{"id": 1}'), 'JSON'],
    [archive('word/document.xml'), 'Word'],
    [archive('Index/Document.iwa'), 'Numbers'],
    [archive('xl/workbook.bin'), '.xlsb'],
    [archive('readme.txt'), 'ZIP'],
  ]
  for (const [content, type] of types) expect(await refusal(content)).toEqual(['import.type', { type }])
})

test('rejects formulas in xlsx and ods files', async () => {
  for (const type of ['xlsx', 'ods'] as const)
    expect(await refusal(book([['ID'], [{ t: 'n', v: 2, f: '1+1' }]], { type })), type).toEqual([
      'import.formula',
      { cell: 'A2' },
    ])
})

test('rejects an ods file that repeats more rows or columns than allowed', async () => {
  const repeat = (attribute: string, count: number) =>
    repacked(book([['ID'], ['a']], { type: 'ods' }), (path, xml) => [
      path,
      path === 'content.xml'
        ? xml.replace(
            new RegExp(`<table:table-${attribute === 'columns' ? 'cell' : 'row'}`, 'g'),
            (all) => `${all} table:number-${attribute}-repeated="${count}"`,
          )
        : xml,
    ])
  expect(await refusal(repeat('rows', 1_000_000_000))).toEqual(['import.rows', { max: 50_000 }])
  expect(await refusal(repeat('columns', 1_000_000_000))).toEqual(['import.columns', { max: 100 }])
})

test('rejects a file with merged ranges that cover more cells than allowed', async () => {
  const rows = [['ID'], ...Array.from({ length: 20_000 }, (_, index) => [`n${index}`])]
  const ranges = Array.from({ length: 1_000 }, () => XLSX.utils.decode_range('A2:A1048576'))
  const content = book(rows, {
    change: (_, sheet) => {
      sheet['!merges'] = ranges
    },
  })
  expect(await refusal(content)).toEqual(['import.cells', { max: 1_000_000 }])
})

test.runIf(isInstalled('soffice'))(
  'reads the same values from xls and ods files saved by LibreOffice as from the xlsx file',
  async () => {
    const rows = [
      ['ID', 'Name', 'Expires', 'Customer'],
      [number(123, '000000'), number(77, '"SN-"0000'), number(46_418, 'yyyy-mm-dd hh:mm'), '城东水务'],
      ['b', 'two', number(46_418, 'yyyy-mm-dd'), null],
      ['c', number(0.3, '0%'), '2027-01-31', null],
    ]
    const content = book(rows, {
      change: (whole, sheet) => {
        sheet['!merges'] = [XLSX.utils.decode_range('D2:D3')]
        sheet['!rows'] = [{}, {}, { hidden: true }]
        XLSX.utils.book_append_sheet(whole, XLSX.utils.aoa_to_sheet([['ID'], ['hidden']]), 'hidden')
        whole.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
      },
    })
    const expected = await read(content)
    expect([expected.rows.length, expected.wrong.size, expected.hidden]).toEqual([2, 1, 1])
    for (const type of ['xls', 'ods'])
      expect(await read(savedByLibreOffice(content, 'xlsx', type)), type).toEqual(expected)
    const formula = book([['ID'], [{ t: 'n', v: 2, f: '1+1' }]])
    expect(await refusal(savedByLibreOffice(formula, 'xlsx', 'xls'))).toEqual([
      'import.formula',
      { cell: 'A2' },
    ])
  },
)
