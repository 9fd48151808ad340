/** Rarely needed parts, bundled in one chunk. */
export { FactorForm } from './FactorForm.tsx'
export { Locked } from './Locked.tsx'
export { WayThere } from './WayThere.tsx'
