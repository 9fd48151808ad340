export type Search = Readonly<Record<string, string | readonly string[]>>

/** Parses a query string. Values are strings. The value of a repeated key is a list. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const before = found[key]
    found[key] = before === undefined ? value : [before, value].flat()
  }
  return found
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null) params.append(key, String(each))
  }
  const text = params.toString()
  return text && `?${text}`
}
