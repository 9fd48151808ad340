import { expect, it } from 'vitest'
import { deviceWords } from './userAgent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    'desktop',
    'Windows · Edge 141',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
  ],
  [
    'desktop',
    'Windows · Chrome 142',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
  ],
  [
    'phone',
    'Android · Chrome 142',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'tablet',
    'Android · Chrome 142',
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
  ],
  [
    'laptop',
    'macOS · Safari 19',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  ],
  [
    'phone',
    'iOS · Safari 19',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'phone',
    'iOS · WeChat 8',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x1800) NetType/WIFI Language/zh_CN',
  ],
  [
    'phone',
    'HarmonyOS · Huawei Browser 15',
    `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) ${webkit} Chrome/99.0.4844.88 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36`,
  ],
  [
    'desktop',
    'Linux · Firefox 145',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ],
  ['unknown', 'curl 8', 'curl/8.14.1'],
  ['unknown', undefined, '\u{1f600}'],
  ['unknown', undefined, ''],
  ['unknown', undefined, null],
] as const)('derives the device type %s and the name %s from a User-Agent header', (kind, name, userAgent) =>
  expect(deviceWords(userAgent)).toEqual({ kind, name }),
)
