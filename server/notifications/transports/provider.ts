import { required } from '../../../contract/required.ts'
import { type TemplateName, templateNames } from '../templates.ts'
import { DeliveryError } from './transport.ts'

/** What the URL of an SMS provider says: scheme://ID:SECRET@ENDPOINT/?sign=…&template.code=…&… */
export interface Provider {
  id: string
  secret: string
  endpoint: URL
  sign: string
  /**
   * Returns the provider's name of the template for a number in that country. Throws a DeliveryError `refused` if the
   * setting names none, so that a second provider takes over.
   */
  templateFor(template: TemplateName, phone: string): string
  /** Templates that the setting does not name. */
  missing: TemplateName[]
  params: URLSearchParams
}

const inChina = (phone: string) => phone.startsWith('+86')

/**
 * `abroad.template.NAME` is for numbers outside the Chinese mainland, where providers ask for templates of their own;
 * without it `template.NAME` is used. Only that of `code` is required: providers approve each template by hand.
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
  const missing = ['sign', 'template.code'].filter((name) => !url.searchParams.get(name))
  if (missing.length) throw new Error(`lacks ${missing.join(', ')}`)
  const value = (name: string) => url.searchParams.get(name)
  return {
    id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    endpoint: new URL(`${scheme(url.hostname)}//${url.host}/`),
    sign: required(value('sign'), 'result of value'),
    templateFor(template, phone) {
      const abroad = inChina(phone) ? null : value(`abroad.template.${template}`)
      const name = abroad ?? value(`template.${template}`)
      if (!name) throw new DeliveryError('refused', 'the setting names no template for it')
      return name
    },
    missing: templateNames.filter((name) => !value(`template.${name}`)),
    params: url.searchParams,
  }
}
