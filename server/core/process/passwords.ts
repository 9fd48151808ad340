/** Regular expression that matches a URL with a password, and the replacement without the password. */
export const passwordOfAddress: [RegExp, string] = [
  /\b([a-z][a-z\d+.-]*:\/\/[^\s:@/"]*):[^\s@/"]+@/gi,
  '$1:[secret]@',
]

/** Removes passwords in URLs from a message that is printed on a terminal. */
export const hidePasswords = (text: string): string => text.replace(...passwordOfAddress)
