import type { FastifyRequest } from 'fastify'
import { personalTenant } from '../../contract/limits.ts'
import { type MenuEntry, permittedMenu } from '../../contract/menu.ts'
import { sessionRole } from '../../contract/permissions.ts'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { demandUnlocked } from '../core/viewer.ts'
import { bearerToken } from './request.ts'

export interface MenuViewer {
  accountId: string
  admin: boolean
  authCodes: readonly string[]
  passwordChangeRequired: boolean
  factorRequired: boolean
}

export interface MenuSources<V extends MenuViewer = MenuViewer> {
  /** Who holds this access token; null where it is dead or missing. */
  loadViewer(accessToken: string | undefined, request: FastifyRequest['info']): Promise<V | null>
  /** What the viewer is in an organization whose pages they may see; null in any other. */
  loadMembershipRole(viewer: V, tenantId: string): Promise<MembershipRole | null>
  /** A session of the viewer is in an organization now; their own id for the personal one. */
  remember(viewer: V, tenantId: string): Promise<void>
}

interface MembershipRole {
  owner: boolean
  manager: boolean
  /** A session of theirs may be in it. */
  enters: boolean
}

/** The pages that the sender may open in the organization of the header Tenant-Id, which is remembered as their last. */
export function menuHandler<V extends MenuViewer>(
  { loadViewer, loadMembershipRole, remember }: MenuSources<V>,
  { deployment }: Pick<Config, 'deployment'>,
) {
  return async (request: FastifyRequest): Promise<MenuEntry[]> => {
    const viewer = await loadViewer(bearerToken(request), request.info)
    if (!viewer) throw new AppError('UNAUTHENTICATED')
    demandUnlocked(viewer)

    const { accountId, admin, authCodes } = viewer
    const asked = request.headers['tenant-id']
    const chosen = String(asked ?? personalTenant)
    const tenantId = chosen === personalTenant ? accountId : chosen.toLowerCase()
    const membership =
      tenantId === accountId
        ? { owner: true, manager: false, enters: true }
        : isUuid.test(tenantId) && (await loadMembershipRole(viewer, tenantId))
    if (!membership) throw new AppError('NOT_FOUND')

    const { owner, manager, enters } = membership
    // Whoever names none wants to see a menu, not to be there.
    if (asked !== undefined && enters) await remember(viewer, tenantId)
    const ownerOrManager = owner || manager
    const role = sessionRole({ accountId, admin, tenantId, owner, ownerOrManager, deployment })
    return permittedMenu({ role, admin, authCodes, personal: tenantId === accountId, ownerOrManager })
  }
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
