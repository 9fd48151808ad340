/** Rarely needed components, which are bundled in one chunk. */

export { ApplicationPath } from './ApplicationPath.tsx'
export { FactorForm } from './FactorForm.tsx'
export { Locked } from './Locked.tsx'
