import type { FastifyRequest } from 'fastify'
import { personalTenant } from '../../contract/limits.ts'
import { type MenuEntry, permittedMenu } from '../../contract/menu.ts'
import { sessionRole } from '../../contract/permissions.ts'
import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import { assertUnlocked } from '../core/viewer.ts'
import { bearerToken } from './request.ts'

export interface MenuViewer {
  accountId: string
  admin: boolean
  authCodes: readonly string[]
  passwordChangeRequired: boolean
  factorRequired: boolean
}

export interface MenuSources<V extends MenuViewer = MenuViewer> {
  /**
   * Returns the account to which the access token belongs, or null if the token is missing or no longer
   * valid.
   */
  loadViewer(accessToken: string | undefined, request: FastifyRequest['info']): Promise<V | null>
  /**
   * Returns the viewer's role in an organization, or null if the viewer cannot see the pages of the
   * organization.
   */
  loadMembershipRole(viewer: V, tenantId: string): Promise<MembershipRole | null>
  /**
   * Stores the organization that the viewer used last. The viewer's own id stands for the personal
   * organization.
   */
  remember(viewer: V, tenantId: string): Promise<void>
}

interface MembershipRole {
  owner: boolean
  manager: boolean
  /** Whether the viewer's session can switch to the organization. */
  enters: boolean
}

/**
 * Returns a handler that sends the pages that the caller can open in the organization of the header
 * Tenant-Id. The handler stores this organization as the one that the caller used last.
 */
export function menuHandler<V extends MenuViewer>(
  { loadViewer, loadMembershipRole, remember }: MenuSources<V>,
  { deployment }: Pick<Config, 'deployment'>,
) {
  return async (request: FastifyRequest): Promise<MenuEntry[]> => {
    const viewer = await loadViewer(bearerToken(request), request.info)
    if (!viewer) throw new AppError('UNAUTHENTICATED')
    assertUnlocked(viewer)

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
    // A caller that sends no Tenant-Id header only requests a menu and does not switch to another
    // organization.
    if (asked !== undefined && enters) await remember(viewer, tenantId)
    const ownerOrManager = owner || manager
    const role = sessionRole({ accountId, admin, tenantId, owner, ownerOrManager, deployment })
    return permittedMenu({ role, admin, authCodes, personal: tenantId === accountId, ownerOrManager })
  }
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
