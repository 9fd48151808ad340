// A page that signs people in by itself: oidc-client-ts, unchanged. `npm run example single-page`; page.ts is all of it.
import { servePage } from '../lib/serve-page.ts'

await servePage(import.meta.dirname, '示例：单页应用', Number(process.env.PORT ?? 5182))
