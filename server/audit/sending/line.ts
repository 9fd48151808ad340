/** One line of JSON to send, with the values for its syslog header. */
export interface Line {
  at: Date
  /** MSGID of the syslog header. */
  kind: string
  /** If false, the syslog severity is "warning". */
  success: boolean
  text: string
}
