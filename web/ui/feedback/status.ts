/** Color of a status. The text next to the color must express the status too. */
export type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutral'
