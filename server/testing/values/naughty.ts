/** Unusual and malicious values for text fields. */
export const strings: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\u200f\u202eabc\u202c',
  '\u200b\u2060\ufeff',
  '👩‍👩‍👧‍👦🏳️‍🌈🇨🇳',
  'Z\u0351\u036b\u0343a\u0329l\u0346go',
  'é e\u0301 ﬁ Å',
  '𠮷野家',
  'x'.repeat(70),
  '长'.repeat(2_000),
  `'; drop table account; --`,
  `" or 1=1 -- \\' \\`,
  '%_\\%',
  '<script>alert(1)</script>&amp;',
  '=cmd|"/c calc"!A0',
  '@SUM(1+1)',
  '-1',
  '0',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '{"$ne":null}',
  '$'.concat('{7*7}{{7*7}}'),
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01900000-0000-7000-8000-00000000000g',
  '＋８６１３８００１３８０００',
  '+86 138-0013-8000',
  'a@b.cn\nbcc: c@d.cn',
  'javascript:alert(1)',
  'https://user:pass@example.com:99999/',
]

/** Strings that are valid in JSON and GraphQL but cannot be stored in PostgreSQL. */
export const unstorable: readonly string[] = ['a\0b', 'a\ud800b', '\udc00', '\0']

export const integers: readonly unknown[] = [
  ...[-1, 0, 1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 53, -(2 ** 53), 1.5, 1e308],
  ...['1', 'NaN', '', [], [1], {}, true],
]

export const instants: readonly unknown[] = [
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  ...['+010000-01-01T00:00:00Z', '99999-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-02-30T00:00:00Z'],
  ...['2026-01-01T25:00:00Z', '2026-01-01', '2026-01-01T00:00:00+99:99', '1e3', 'NaN', '', 'infinity'],
  ...[0, -1, 2 ** 53, 8.64e15, {}, [], true],
]

/** Values that have a wrong type for most arguments. */
export const others: readonly unknown[] = [1, 1.5, true, [], [[]], {}, { a: 1 }, 'word']
