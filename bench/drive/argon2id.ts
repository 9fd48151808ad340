/** What server/accounts/passwords/hash.ts hashes with. */
export const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
