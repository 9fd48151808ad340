const header = 'reeve-position'

let known = ''

/** Headers of a call: what it answers is to hold whatever this page has read and saved, also where a copy is asked. */
export const positionHeader = (): Record<string, string> => (known ? { [header]: known } : {})

/** Answers come in any order: the latest position stays. */
export function notePosition(response: Response): void {
  const given = response.headers.get(header) ?? ''
  if (given > known) known = given
}

/** Something has changed whose position is not known: the next call is answered by the primary, which gives one. */
export function forgetPosition(): void {
  known = ''
}
