import { zh as allTenants } from '../../features/all-tenants/words.ts'

/** The words of the pages of all organizations. */
export const words = { allTenants }
