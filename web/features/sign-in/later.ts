/** What few need, and nobody at once: in one file, so that the sign-in names one. */
export { FactorForm } from './FactorForm.tsx'
export { Locked } from './Locked.tsx'
export { WayThere } from './WayThere.tsx'
