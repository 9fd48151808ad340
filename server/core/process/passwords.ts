/** Passwords in URLs, and the text that replaces them. */
export const passwordOfAddress: [RegExp, string] = [
  /\b([a-z][a-z\d+.-]*:\/\/[^\s:@/"]*):[^\s@/"]+@/gi,
  '$1:[secret]@',
]

/** Hides the passwords of URLs in a message for a person at a terminal, who sees more than a log does. */
export const hidePasswords = (text: string): string => text.replace(...passwordOfAddress)
