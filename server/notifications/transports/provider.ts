import { required } from '../../../contract/required.ts'
import { type TemplateName, templateNames } from '../templates.ts'
import { DeliveryError } from './transport.ts'

/** A parsed SMS provider URL: scheme://ID:SECRET@ENDPOINT/?sign=…&template.code=…&… */
export interface Provider {
  id: string
  secret: string
  endpoint: URL
  sign: string
  /**
   * Returns the provider's template code, which can differ between phone numbers in mainland China and
   * others. If no code is configured, throws a DeliveryError of kind `refused`, so that a second provider
   * takes over.
   */
  templateFor(template: TemplateName, phone: string): string
  /** Templates for which no template code is configured. */
  missing: TemplateName[]
  params: URLSearchParams
}

const inChina = (phone: string) => phone.startsWith('+86')

/**
 * Parses the URL of an SMS provider. `abroad.template.NAME` is used for phone numbers outside mainland China,
 * for which providers require separate templates. If it is missing, `template.NAME` is used. Only
 * `template.code` is required, because each template must be approved by the provider. Throws an Error whose
 * message is a single clause that describes the problem.
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
  if (unknown.length) throw new Error(`has unknown parameters: ${unknown.join(', ')}`)
  const missing = ['sign', 'template.code'].filter((name) => !url.searchParams.get(name))
  if (missing.length) throw new Error(`must have the parameters ${missing.join(', ')}`)
  const value = (name: string) => url.searchParams.get(name)
  return {
    id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    endpoint: new URL(`${scheme(url.hostname)}//${url.host}/`),
    sign: required(value('sign'), 'result of value'),
    templateFor(template, phone) {
      const abroad = inChina(phone) ? null : value(`abroad.template.${template}`)
      const name = abroad ?? value(`template.${template}`)
      if (!name) throw new DeliveryError('refused', 'the SMS setting contains no template for this message')
      return name
    },
    missing: templateNames.filter((name) => !value(`template.${name}`)),
    params: url.searchParams,
  }
}
