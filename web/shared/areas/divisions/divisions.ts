import { required } from '../../../../contract/required.ts'
/**
 * A first-level division of China: its code, its two-letter abbreviation, and its position in a tile map of 8
 * by 8 tiles.
 */
export interface Division {
  id: DivisionId
  letters: string
  row: number
  column: number
}

const codes = {
  BJ: '110000',
  TJ: '120000',
  HE: '130000',
  SX: '140000',
  NM: '150000',
  LN: '210000',
  JL: '220000',
  HL: '230000',
  SH: '310000',
  JS: '320000',
  ZJ: '330000',
  AH: '340000',
  FJ: '350000',
  JX: '360000',
  SD: '370000',
  HA: '410000',
  HB: '420000',
  HN: '430000',
  GD: '440000',
  GX: '450000',
  HI: '460000',
  CQ: '500000',
  SC: '510000',
  GZ: '520000',
  YN: '530000',
  XZ: '540000',
  SN: '610000',
  GS: '620000',
  QH: '630000',
  NX: '640000',
  XJ: '650000',
  TW: '710000',
  HK: '810000',
  MO: '820000',
} as const

export type DivisionId = (typeof codes)[keyof typeof codes]

/** A tile map is a diagram, so the positions are only approximate. */
const diagram = [
  '.. .. .. .. .. .. .. HL',
  '.. .. .. NM .. .. .. JL',
  'XJ GS NX SX HE BJ TJ LN',
  '.. QH SN HA SD .. .. ..',
  'XZ SC CQ HB AH JS SH ..',
  '.. YN GZ HN JX ZJ .. ..',
  '.. .. GX GD FJ .. TW ..',
  '.. .. HI MO HK .. .. ..',
]

/** All 34 first-level divisions, ordered by code. */
export const divisions: readonly Division[] = Object.entries(codes).map(([letters, id]) => {
  const row = diagram.findIndex((line) => line.includes(letters))
  return { id, letters, row, column: required(diagram[row], 'item of diagram').split(' ').indexOf(letters) }
})
