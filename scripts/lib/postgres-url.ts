import { inject } from 'vitest'

process.env.REEVE_TEST_DATABASE_URL = inject('databaseUrl')
