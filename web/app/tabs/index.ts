export { Pages } from './Pages.tsx'
export { TabBar } from './TabBar.tsx'
