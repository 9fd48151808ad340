export { AllDone } from './Checklist.tsx'
export { PlatformChecklist } from './PlatformChecklist.tsx'
export { TenantChecklist } from './TenantChecklist.tsx'
