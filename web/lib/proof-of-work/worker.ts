import { scrypt } from '@noble/hashes/scrypt.js'
import { type Challenge, solveChallenge } from 'altcha-lib'

// The solver does not use Web Crypto, because Web Crypto is only available over https and does not support
// scrypt.
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({
    challenge,
    timeout: 0,
    deriveKey: async ({ cost, memoryCost = 8, parallelism = 1, keyLength }, salt, password) => ({
      derivedKey: scrypt(password, salt, { N: cost, r: memoryCost, p: parallelism, dkLen: keyLength }),
    }),
  })
  self.postMessage(solution)
}
