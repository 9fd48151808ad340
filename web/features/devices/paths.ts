/** Paths of the device lists: for device administrators and for members of an organization. */
const platformPath = '/all-management/device-management'
const ownPath = '/organizational-management/devices'

export const listPath = (platform: boolean) => (platform ? platformPath : ownPath)

/** Returns the link props of a device's page. */
export const detailOf = (id: string, platform: boolean) =>
  ({ to: `${listPath(platform)}/$id`, params: { id } }) as const

/** Returns the URL of a device's page, for list rows. */
export const hrefOf = (id: string, platform: boolean) => `${listPath(platform)}/${encodeURIComponent(id)}`

/** Returns the link props of a device's configuration editor. */
export const configOf = (id: string) => ({ to: `${platformPath}/$id/config`, params: { id } }) as const
