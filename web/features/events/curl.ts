import type { DeliveryInFull } from './webhooks.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns a curl command for a POSIX shell that sends the request. */
export const curlOf = (url: string, { headers, body }: DeliveryInFull['request']): string =>
  [
    `curl ${quoted(url)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
