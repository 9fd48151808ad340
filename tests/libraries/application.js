import express from 'express'

export const { PORT, ISSUER, CLIENT_ID, REEVE_SECRET, CONFIGURATION } = process.env
export const origin = `http://127.0.0.1:${PORT}`

export const app = express()

/** Responds to errors with their message, which the test prints. */
export function start() {
  app.use((error, _request, response, _next) =>
    response.status(500).json({ error: `${error.name}: ${error.message}` }),
  )
  app.listen(Number(PORT), '127.0.0.1')
}
