/** Color of a status. The text next to it carries the meaning. */
export type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutral'
