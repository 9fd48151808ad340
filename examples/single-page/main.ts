// A single-page application that signs people in without its own server (oidc-client-ts). Start it with `npm
// run example single-page`. The code of the page is in page.ts.
import { servePage } from '../lib/serve-page.ts'

await servePage(import.meta.dirname, '示例：单页应用', Number(process.env.PORT ?? 5182))
