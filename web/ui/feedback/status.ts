/** The five colours of a state; the words beside it carry the meaning. */
export type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutral'
