/** Regular expression for passwords in URLs, and their replacement. */
export const passwordOfAddress: [RegExp, string] = [
  /\b([a-z][a-z\d+.-]*:\/\/[^\s:@/"]*):[^\s@/"]+@/gi,
  '$1:[secret]@',
]

/** Removes passwords in URLs from a message that is printed on a terminal. */
export const hidePasswords = (text: string): string => text.replace(...passwordOfAddress)
