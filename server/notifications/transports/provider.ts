import { type TemplateName, templateNames } from '../templates.ts'

/** What the URL of an SMS provider says: scheme://ID:SECRET@ENDPOINT/?sign=…&template.code=…&… */
export interface Provider {
  id: string
  secret: string
  endpoint: URL
  sign: string
  /** The provider's own name of the template, for a number in that country. */
  templateFor(template: TemplateName, phone: string): string
  params: URLSearchParams
}

const inChina = (phone: string) => phone.startsWith('+86')

/**
 * `abroad.template.NAME` is for numbers outside the Chinese mainland, where providers ask for templates of their own;
 * without it `template.NAME` is used.
 * @throws {Error} with one clause that says what is wrong
 */
export function parseProvider(
  setting: string,
  { endpoint, scheme, params: known }: { endpoint: string; scheme(host: string): string; params: string[] },
): Provider {
  const url = URL.canParse(setting) ? new URL(setting) : undefined
  if (!url?.username || !url.password || !url.host)
    throw new Error(`must be of the form ${setting.split(':')[0]}://ID:SECRET@${endpoint}/?sign=…`)
  const templates = templateNames.map((name) => `template.${name}`)
  const allowed = ['sign', ...templates, ...templates.map((name) => `abroad.${name}`), ...known]
  const unknown = [...url.searchParams.keys()].filter((name) => !allowed.includes(name))
  if (unknown.length) throw new Error(`has parameters that mean nothing: ${unknown.join(', ')}`)
  const missing = ['sign', ...templates].filter((name) => !url.searchParams.get(name))
  if (missing.length) throw new Error(`lacks ${missing.join(', ')}`)
  const value = (name: string) => url.searchParams.get(name)
  return {
    id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    endpoint: new URL(`${scheme(url.hostname)}//${url.host}/`),
    sign: value('sign')!,
    templateFor: (template, phone) =>
      (inChina(phone) ? null : value(`abroad.template.${template}`)) ?? value(`template.${template}`)!,
    params: url.searchParams,
  }
}
