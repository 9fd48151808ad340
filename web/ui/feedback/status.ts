/** Color of a status. The text next to it must be understandable without the color. */
export type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutral'
