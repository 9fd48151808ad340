/** One line of JSON to send, with values for the syslog header. */
export interface Line {
  at: Date
  /** The syslog MSGID. */
  kind: string
  /** If false, the syslog severity is "warning". */
  success: boolean
  text: string
}
