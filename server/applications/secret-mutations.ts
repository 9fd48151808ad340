import { required } from '../../contract/required.ts'
import { AppError } from '../core/errors.ts'
import { boolean, id } from '../core/input.ts'
import { mutation, type Target } from '../core/operation.ts'
import type { Can, Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { hasSecret } from './rules.ts'
import { addSecret, deleteSecret, findSecrets } from './secrets.ts'
import type { ApplicationRow } from './store.ts'
import { Application, ApplicationSecret } from './types.ts'

/** Returns the audit target of an application or service account. */
export const ofApplication = ({ id, tenant_id }: ApplicationRow) =>
  ({ tenantId: tenant_id, targetType: 'application', targetId: id }) as const

const minutesSince = (at: Date | null): number => Math.floor((Date.now() - (at?.getTime() ?? 0)) / 60_000)

interface SecretOwner {
  /** The word in place of the ellipsis in the mutation names rotate…Secret and revoke…Secret. */
  name: 'Application' | 'ServiceAccount'
  can: Can
  access: string
  target(tx: Tx, input: { id: string }, viewer: Viewer): Promise<Target<ApplicationRow> | null>
  /**
   * Throws FORBIDDEN if the viewer cannot change the application. If omitted, no further permission is
   * checked.
   */
  permit?(call: { viewer: Viewer; target: ApplicationRow }): void
}

/** Registers the mutations that rotate and revoke secrets, for applications and for service accounts. */
export function secretMutations({ name, can, access, target, permit = () => {} }: SecretOwner): void {
  mutation({
    name: `rotate${name}Secret`,
    description: `Creates a second secret. The current secret expires in a day. CONFLICT if there are already two secrets. ${access}`,
    can,
    effects: ['CREDENTIALS'],
    input: { id: id() },
    returns: ApplicationSecret,
    target,
    permit,

    async run({ tx, target: row }) {
      if (!hasSecret(row.kind)) throw new AppError('CONFLICT', { message: ['application.noSecret'] })
      const present = (await findSecrets(tx, [row.id])).get(row.id) ?? []
      if (present.length > 1) throw new AppError('CONFLICT', { message: ['application.twoSecrets'] })
      return { application: row, secret: await addSecret(tx, row.id) }
    },

    audit: ({ target: row, result }) => ({
      ...ofApplication(row),
      changes: { secret: [null, `…${required(result.secret, 'secret').slice(-4)}`] },
    }),
  })

  mutation({
    name: `revoke${name}Secret`,
    description: `Revokes one of two secrets immediately. CONFLICT if it is the only secret. With \`idle\`, also CONFLICT if the secret was used in the last hour. ${access}`,
    can,
    effects: [],
    input: { id: id(), secretId: id(), idle: boolean(false) },
    returns: Application,

    async target(tx, input, viewer) {
      const found = await target(tx, input, viewer)
      const secrets = found && (await findSecrets(tx, [found.row.id])).get(found.row.id)
      const secret = secrets?.find((each) => each.id === input.secretId)
      return found && secret
        ? {
            ...found,
            row: { application: found.row, secret, last: required(secrets, 'secrets').length === 1 },
          }
        : null
    },

    permit: ({ viewer, target: { application } }) => permit({ viewer, target: application }),

    async run({ tx, target: { application, secret, last }, input: { idle } }) {
      if (last) throw new AppError('CONFLICT', { message: ['application.lastSecret'] })
      const minutes = Math.max(1, minutesSince(secret.last_used_at))
      if (idle && minutes < 60)
        throw new AppError('CONFLICT', { message: ['application.secretInUse', { minutes }] })
      await deleteSecret(tx, application.id, secret.id)
      return application
    },

    audit: ({ target: { application, secret } }) => ({
      ...ofApplication(application),
      changes: { secret: [`…${secret.hint}`, null] },
    }),
  })
}
