import { type Effect, effects } from '../../contract/effects.ts'
import { AppError } from './errors.ts'
import { isFresh, type Viewer } from './viewer.ts'

interface Call<Input, Row> {
  viewer: Viewer
  input: Input
  target: Row
}

/** Effects of a mutation: fixed, or computed if they depend on the input. An empty list if none of the table applies. */
export type Effects<Input, Row> = readonly Effect[] | ((call: Call<Input, Row>) => readonly Effect[])

export interface WithEffects<Input, Row> {
  effects: Effects<Input, Row>
  /** Whether the call itself contains a proof of identity, such as the old password. It does not replace a second factor. */
  carriesProof?(input: Input): boolean
}

/** Whether some call of the mutation can need a proof. */
export const mayNeedProof = (declared: Effects<never, never>): boolean =>
  typeof declared === 'function' || declared.length > 0

/** Throws REAUTHENTICATE if the effects need a proof of identity and the last one is older than ten minutes. */
export function assertProof<Input, Row>(
  { effects: declared, carriesProof }: Partial<WithEffects<Input, Row>>,
  call: Call<Input, Row>,
): void {
  const { viewer, input } = call
  if (isFresh(viewer) || !declared) return
  const present = typeof declared === 'function' ? declared(call) : declared
  const asked = present.some((effect) => effects[effect] === 'everyone' || viewer.secondFactor)
  if (asked && (viewer.secondFactor || !carriesProof?.(input))) throw new AppError('REAUTHENTICATE')
}
