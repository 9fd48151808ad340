import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import { required } from '../../../contract/required.ts'

/** Solves a challenge and returns the value for the request field `proof`. */
export async function workFor(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return proofOf({ challenge, solution: required(solution, 'solution') })
}

export const proofOf = (payload: object): string => Buffer.from(JSON.stringify(payload)).toString('base64')

/**
 * Makes a call as the console does. If the response contains a challenge, the call is repeated with the
 * solution.
 */
export async function working<Answered>(
  call: (proof?: string) => Promise<Answered>,
  challengeIn: (answered: Answered) => Challenge | undefined | Promise<Challenge | undefined>,
): Promise<Answered> {
  let answered = await call()
  for (let challenge = await challengeIn(answered); challenge; challenge = await challengeIn(answered))
    answered = await call(await workFor(challenge))
  return answered
}
