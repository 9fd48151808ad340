/** One thing to send: JSON on a line, and what syslog says of it beside. */
export interface Line {
  at: Date
  /** What syslog calls MSGID. */
  kind: string
  /** false: a warning. */
  success: boolean
  text: string
}
