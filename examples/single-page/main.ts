// A page that signs people in without a server of its own (oidc-client-ts). Start it with `npm run example
// single-page`. The page's code is in page.ts.
import { servePage } from '../lib/serve-page.ts'

await servePage(import.meta.dirname, '示例：单页应用', Number(process.env.PORT ?? 5182))
