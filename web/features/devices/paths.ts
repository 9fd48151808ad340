/** Where devices are looked after, and where members of an organization see theirs. */
const platformPath = '/all-management/device-management'
const ownPath = '/organizational-management/devices'

export const listPath = (platform: boolean) => (platform ? platformPath : ownPath)

/** For a link to one device. */
export const detailOf = (id: string, platform: boolean) =>
  ({ to: `${listPath(platform)}/$id`, params: { id } }) as const

/** The same as an address, for the rows of a list. */
export const hrefOf = (id: string, platform: boolean) => `${listPath(platform)}/${encodeURIComponent(id)}`

/** For a link to where its configuration is edited. */
export const configOf = (id: string) => ({ to: `${platformPath}/$id/config`, params: { id } }) as const
