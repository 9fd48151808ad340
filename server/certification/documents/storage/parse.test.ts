import { expect, test } from 'vitest'
import { parseStorage } from './parse.ts'

test.each([
  [
    's3://K:S@s3.eu-west-1.amazonaws.com/papers?region=eu-west-1',
    'https://s3.eu-west-1.amazonaws.com/papers/x',
  ],
  [
    's3://K:S@s3.oss-cn-hangzhou.aliyuncs.com/papers/reeve/?region=cn-hangzhou&style=host',
    'https://papers.s3.oss-cn-hangzhou.aliyuncs.com/reeve/x',
  ],
  ['s3://K:S@minio.internal:9000/papers/a/b', 'https://minio.internal:9000/papers/a/b/x'],
  ['s3+http://K:S@minio.internal:9000/papers', 'http://minio.internal:9000/papers/x'],
  ['s3://K:S@127.0.0.1:9000/papers', 'http://127.0.0.1:9000/papers/x'],
  ['s3://K:S@[::1]:9000/papers', 'http://[::1]:9000/papers/x'],
])('converts the setting %s to the object URL %s', (setting, address) => {
  expect(parseStorage(setting).urlOf('x')).toBe(address)
})

test('decodes access keys with special characters, and uses us-east-1 as the default region', () => {
  const secret = 'a/b+c=d%e:f@g'
  expect(parseStorage(`s3://K%40:${encodeURIComponent(secret)}@h/papers`)).toMatchObject({
    ...{ id: 'K@', secret, region: 'us-east-1' },
  })
})

test.each([
  ['s3://h/papers', /of the form/],
  ['s3://K@h/papers', /of the form/],
  ['s3://K:S@h', /of the form/],
  ['s3://K:S@h/Papers', /of the form/],
  ['s3://K:S@h/papers/a%2Fb', /of the form/],
  ['s3://K:S@h/papers#x', /of the form/],
  ['https://K:S@h/papers', /of the form/],
  ['s3://K:S/@h/papers', /of the form/],
  ['s3://K:S%@h/papers', /encoded as %25/],
  ['s3://K:S@h/papers?regoin=x', /unknown parameters: regoin/],
  ['s3://K:S@h/papers?region=', /must have a region/],
  ['s3://K:S@h/papers?style=virtual', /style=path or style=host/],
  ['s3://K:S@10.0.0.1/papers?style=host', /style=path/],
])('refuses the object storage URL %s', (setting, words) => {
  expect(() => parseStorage(setting)).toThrow(words)
})
