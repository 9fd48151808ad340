interface DeviceWords {
  kind: 'desktop' | 'laptop' | 'phone' | 'tablet' | 'unknown'
  /** Browser and operating system, for example "Windows · Edge 141"; undefined if both are unknown. */
  name: string | undefined
}

type Rule = readonly [pattern: RegExp, name: string, kind: DeviceWords['kind']]

// The most specific rules come first, because nearly every browser also claims to be Chrome, Safari and
// Mozilla.
const systems: readonly Rule[] = [
  [/OpenHarmony|HarmonyOS/i, 'HarmonyOS', 'phone'],
  [/iPad/, 'iPadOS', 'tablet'],
  [/iPhone|iPod/, 'iOS', 'phone'],
  [/Android(?!.*Mobile)/, 'Android', 'tablet'],
  [/Android/, 'Android', 'phone'],
  [/Windows/, 'Windows', 'desktop'],
  [/Mac OS X|Macintosh/, 'macOS', 'laptop'],
  [/CrOS/, 'ChromeOS', 'laptop'],
  [/Linux|X11/, 'Linux', 'desktop'],
]

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/DingTalk\/(\d+)/, 'DingTalk'],
  [/AlipayClient\/(\d+)/, 'Alipay'],
  [/(?:MQQBrowser|QQBrowser)\/(\d+)/, 'QQ Browser'],
  [/(?:UCBrowser|UBrowser)\/(\d+)/, 'UC Browser'],
  [/Quark\/(\d+)/, 'Quark'],
  [/HuaweiBrowser\/(\d+)/, 'Huawei Browser'],
  [/MiuiBrowser\/(\d+)/, 'Mi Browser'],
  [/VivoBrowser\/(\d+)/, 'vivo Browser'],
  [/HeyTapBrowser\/(\d+)/, 'HeyTap Browser'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/(?:OPR|OPT)\/(\d+)/, 'Opera'],
  [/YaBrowser\/(\d+)/, 'Yandex'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]

/**
 * Returns a description of a User-Agent header that helps people recognize their device. The description is a
 * guess, because clients can send any header.
 */
export function deviceWords(userAgent: string | null | undefined): DeviceWords {
  if (!userAgent) return { kind: 'unknown', name: undefined }
  const system = systems.find(([pattern]) => pattern.test(userAgent))
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))
  const version = browser?.[0].exec(userAgent)?.[1]
  const words = [system?.[1], browser && `${browser[1]} ${version}`].filter(Boolean)
  // A program such as "curl/8.14.1" is described by its name and its major version.
  const program = /^([\w.-]{2,32})\/(\d+)/.exec(userAgent)
  if (!words.length && program) words.push(`${program[1]} ${program[2]}`)
  return { kind: system?.[2] ?? 'unknown', name: words.join(' · ') || undefined }
}
