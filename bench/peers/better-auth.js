// Better Auth with e-mail and password, hashed as here, and its plugin for administrators. PORT, DATABASE_URL.
import { createServer } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { admin } from 'better-auth/plugins'
import pg from 'pg'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const origin = `http://127.0.0.1:${process.env.PORT}`
const auth = betterAuth({
  baseURL: origin,
  trustedOrigins: [origin],
  secret: 'only-for-measuring-on-the-loopback',
  database: new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: 16,
    options: '-c search_path=better_auth',
  }),
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => hash(password, cost),
      verify: ({ hash: hashed, password }) => verify(hashed, password),
    },
  },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [admin()],
})
await (await getMigrations(auth.options)).runMigrations()

const handler = toNodeHandler(auth)
createServer((request, response) => {
  if (request.url === '/') response.end()
  else handler(request, response)
}).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
