// A page written for Keycloak, with keycloak-js unchanged. Start it with `npm run example keycloak-js`.
import { servePage } from '../lib/serve-page.ts'

await servePage(import.meta.dirname, '示例：keycloak-js', Number(process.env.PORT ?? 5183))
