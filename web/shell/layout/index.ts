export { askAhead } from './askAhead.ts'
export { Layout } from './Layout.tsx'
