import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { columns } from '../devices/import/columns.ts'
import { book, number, read, refusal, repacked, type Value, valuesOf } from '../testing/transfer/books.ts'
import { readBook } from './reading/book.ts'

test('adjusts the dates, but not the other numbers, of a workbook that uses the 1904 date system', async () => {
  const rows = [
    ['ID', 'Contact phone', 'Specification', 'Expires'],
    [20260001, 13800138000, 5, number(44_956, 'yyyy-mm-dd hh:mm')],
  ]
  const content = book(rows, {
    change: (whole) => {
      whole.Workbook = { WBProps: { date1904: true } }
    },
  })
  expect(await valuesOf(content)).toEqual([
    {
      id: '20260001',
      contactMobilePhone: '+8613800138000',
      specification: '5',
      expiredDate: new Date('2027-01-30T16:00:00Z'),
    },
  ])
})

test.each(['xlsx', 'biff8'] as const)(
  'reads the visible sheet, not the hidden ones, from a workbook in %s format',
  async (type) => {
    const content = book([['ID'], ['hidden']], {
      type,
      change: (whole) => {
        XLSX.utils.book_append_sheet(whole, XLSX.utils.aoa_to_sheet([['ID'], ['seen']]), 'seen')
        XLSX.utils.book_append_sheet(whole, XLSX.utils.aoa_to_sheet([['ID'], ['very hidden']]), 'very')
        whole.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 2 }] }
      },
    })
    expect(await valuesOf(content)).toEqual([{ id: 'seen' }])
  },
)

test('reads the active sheet of a workbook even if another sheet comes first', async () => {
  const content = book([['ID'], ['first']], {
    change: (whole) =>
      XLSX.utils.book_append_sheet(whole, XLSX.utils.aoa_to_sheet([['ID'], ['second']]), 'second'),
  })
  const active = repacked(content, (path, xml) => [
    path,
    path === 'xl/workbook.xml'
      ? xml.replace('<sheets>', '<bookViews><workbookView activeTab="1"/></bookViews><sheets>')
      : xml,
  ])
  expect(await valuesOf(content)).toEqual([{ id: 'first' }])
  expect(await valuesOf(active)).toEqual([{ id: 'second' }])
})

test('finds renamed parts of a workbook by relationship, and rejects a workbook with a missing shared string', async () => {
  const content = Buffer.from(
    XLSX.write(
      XLSX.utils.book_new(
        XLSX.utils.aoa_to_sheet([
          ['ID', 'Name'],
          ['one', 'pump'],
        ]),
        's',
      ),
      {
        type: 'buffer',
        bookSST: true,
      },
    ),
  )
  const renamed = repacked(content, (path, xml) => [
    path.replace('sharedStrings', 'texts').replace('worksheets/sheet1', 'worksheets/Sheet1'),
    xml.replace('sharedStrings.xml', 'Texts.xml'),
  ])
  expect(await valuesOf(renamed)).toEqual([{ id: 'one', name: 'pump' }])
  const missing = repacked(content, (path, xml) => [
    path,
    path.endsWith('sharedStrings.xml') ? xml.replace(/<si>(?:(?!<si>).)*pump.*?<\/si>/, '') : xml,
  ])
  expect(await refusal(missing)).toEqual(['import.unreadable', undefined])
  // An empty shared string must not shift the indexes of the strings after it.
  const empty = repacked(content, (path, xml) => [
    path,
    path.endsWith('sharedStrings.xml') ? xml.replace(/<si><t[^>]*>Name<\/t><\/si>/, '<si/>') : xml,
  ])
  expect(required(readBook(empty)[1], 'item of readBook').cells).toEqual(['one', 'pump'])
})

test('reads a number as the text that the cell displays', async () => {
  const rows = [
    ['ID', 'Name', 'Specification', 'Customer'],
    [number(123, '000000'), number(77, '"SN-"0000'), 0.1 + 0.2, 861234567890123],
  ]
  for (const type of ['xlsx', 'biff8'] as const)
    expect(await valuesOf(book(rows, { type })), type).toEqual([
      { id: '000123', name: 'SN-0077', specification: '0.3', customerName: '861234567890123' },
    ])
})

test('reports a cell of a text column that contains a date, a percentage, a boolean or an error', async () => {
  const rows: Value[][] = [
    ['ID', 'Name', 'Specification', 'Contact', 'Customer', columns.businessMan.title[1]],
    [
      'a',
      number(46_024, 'm"月"d"日"'),
      number(0.3, '0%'),
      { t: 'b', v: true },
      { t: 'e', v: 42, w: '#N/A' },
      number(8.5 / 24, 'h:mm'),
    ],
    ['b', '#REF!'],
  ]
  const { rows: right, wrong } = await read(book(rows))
  expect(right).toEqual([])
  expect(wrong.get(2)).toEqual({
    name: ['import.cellFormat', { cell: 'B2', value: '1月2日' }],
    specification: ['import.cellFormat', { cell: 'C2', value: '30%' }],
    contactName: ['import.cellBoolean', { cell: 'D2', value: 'TRUE' }],
    customerName: ['import.cellError', { cell: 'E2', value: '#N/A' }],
    businessMan: ['import.cellFormat', { cell: 'F2', value: '8:30' }],
  })
  expect(wrong.get(3)).toEqual({ name: ['import.cellError', { cell: 'B3', value: '#REF!' }] })
})

test('recognizes a built-in date format of Chinese Excel that the file does not define', async () => {
  const content = repacked(
    book([
      ['ID', 'Name', 'Expires'],
      ['a', 46_024, 46_024],
    ]),
    (path, xml) => {
      if (path === 'xl/styles.xml')
        return [path, xml.replace(/<cellXfs[^>]*>/, (all) => `${all}<xf numFmtId="0"/><xf numFmtId="31"/>`)]
      return [path, path.includes('sheet1') ? xml.replace(/<c r="([BC]2)"[^>]*>/g, '<c r="$1" s="1">') : xml]
    },
  )
  const { wrong } = await read(content)
  expect(wrong.get(2)).toEqual({ name: ['import.cellFormat', { cell: 'B2', value: '2026年1月2日' }] })
})

test('in a date column, rejects numbers without a date format and dates before 1970', async () => {
  const { wrong, rows } = await read(
    book([
      ['ID', 'Expires'],
      ['a', 46_024],
      ['b', number(0.354, 'h:mm')],
      ['c', '1969-12-31'],
      ['d', number(46_024, 'yyyy/m/d')],
      ['e', number(46_024, 'yyyy/m/d h:mm')],
      ['f', number(1e300, 'yyyy/m/d')],
    ]),
  )
  expect([...wrong.values()].map(({ expiredDate }) => expiredDate)).toEqual([
    ['import.cellNumber', { cell: 'B2', value: '46024' }],
    ['import.cellEarly', { cell: 'B3' }],
    ['import.cellEarly', { cell: 'B4' }],
    ['import.date'],
  ])
  // An expiry date without a time of day means the end of that day.
  expect(rows.map(({ values }) => values.expiredDate)).toEqual([
    new Date('2026-01-02T15:59:59.999Z'),
    new Date('2026-01-01T16:00:00Z'),
  ])
})

test.each(['xlsx', 'biff8', 'ods'] as const)(
  'applies the value of merged cells to each merged row of a file in %s format',
  async (type) => {
    const rows = [
      ['ID', 'Customer', 'Contact'],
      ['a', '城东水务', '王建国'],
      ['b', null, null],
      ['c', null, '李'],
    ]
    const content = book(rows, {
      type,
      change: (_, sheet) => {
        sheet['!merges'] = [XLSX.utils.decode_range('B2:B4'), XLSX.utils.decode_range('C2:C3')]
      },
    })
    expect(await valuesOf(content)).toEqual([
      { id: 'a', customerName: '城东水务', contactName: '王建国' },
      { id: 'b', customerName: '城东水务', contactName: '王建国' },
      { id: 'c', customerName: '城东水务', contactName: '李' },
    ])
  },
)

test('counts hidden rows of a sheet', async () => {
  const hide = (_: XLSX.WorkBook, sheet: XLSX.WorkSheet) => {
    sheet['!rows'] = [{}, { hidden: true }, {}, { hidden: true }]
  }
  const rows = [['ID'], ['a'], ['b'], ['c']]
  const sheet = await read(book(rows, { change: hide }))
  expect([sheet.hidden, sheet.rows.length]).toEqual([2, 3])
  const filtered = repacked(book(rows, { type: 'ods' }), (path, xml) => {
    let index = 0
    const mark = (all: string) => (index++ % 2 ? `${all} table:visibility="filter"` : all)
    return [path, path === 'content.xml' ? xml.replace(/<table:table-row/g, mark) : xml]
  })
  expect((await read(filtered)).hidden).toBe(2)
})
