/** One line of JSON to send, with the syslog header values. */
export interface Line {
  at: Date
  /** The syslog MSGID. */
  kind: string
  /** If false, the syslog severity is warning. */
  success: boolean
  text: string
}
