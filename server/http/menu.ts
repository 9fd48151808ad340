import type { FastifyRequest } from 'fastify'
import { personalTenant } from '../../contract/limits.ts'
import { type MenuEntry, permittedMenu } from '../../contract/menu.ts'
import { sessionRole } from '../../contract/permissions.ts'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'

export interface MenuViewer {
  accountId: string
  admin: boolean
  authCodes: readonly string[]
  passwordChangeRequired: boolean
}

export interface MenuSources<V extends MenuViewer = MenuViewer> {
  /** Who holds this access token; null where it is dead or missing. */
  loadViewer(accessToken: string | undefined, request: FastifyRequest['info']): Promise<V | null>
  /** What the viewer is in an organization that a session of theirs may be in; null in any other. */
  loadStanding(viewer: V, tenantId: string): Promise<{ owner: boolean; manager: boolean } | null>
}

/** The pages that the sender may open in the organization of the header Tenant-Id. */
export function menuHandler<V extends MenuViewer>(
  { loadViewer, loadStanding }: MenuSources<V>,
  { deployment }: Pick<Config, 'deployment'>,
) {
  return async (request: FastifyRequest): Promise<MenuEntry[]> => {
    const viewer = await loadViewer(bearer(request), request.info)
    if (!viewer) throw new AppError('UNAUTHENTICATED')
    if (viewer.passwordChangeRequired) throw new AppError('PASSWORD_CHANGE_REQUIRED')

    const { accountId, admin, authCodes } = viewer
    const chosen = String(request.headers['tenant-id'] ?? personalTenant)
    const tenantId = chosen === personalTenant ? accountId : chosen.toLowerCase()
    const standing =
      tenantId === accountId
        ? { owner: true, manager: false }
        : isUuid.test(tenantId) && (await loadStanding(viewer, tenantId))
    if (!standing) throw new AppError('NOT_FOUND')

    const { owner, manager } = standing
    const role = sessionRole({
      accountId,
      admin,
      tenantId,
      owner,
      ownerOrManager: owner || manager,
      deployment,
    })
    return permittedMenu({ role, admin, authCodes, personal: tenantId === accountId })
  }
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w\-.~+/]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
