// The same for a page that was written for Keycloak: keycloak-js, unchanged. `npm run example keycloak-js`.
import { servePage } from '../lib/serve-page.ts'

await servePage(import.meta.dirname, '示例：keycloak-js', Number(process.env.PORT ?? 5183))
