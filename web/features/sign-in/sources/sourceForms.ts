/** Components for sign-ins with other identities, bundled in one chunk. */

export { BrokerNotice } from './BrokerNotice.tsx'
export { Returning } from './Returning.tsx'
export { Sources } from './Sources.tsx'
