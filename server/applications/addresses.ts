import { sql } from 'kysely'
import { required } from '../../contract/required.ts'
import type { ApplicationKind } from '../../contract/states.ts'
import type { Services } from '../core/context.ts'
import { badInput } from '../core/errors.ts'
import type { Tx } from '../db/open.ts'
import type { ApplicationValues } from './input.ts'

/**
 * Throws BAD_INPUT if the back-channel logout URL is in a private network, because the server never sends
 * logout requests there. A host name that does not resolve yet is accepted.
 */
export async function checkBackchannel(
  { webhookAddresses }: Services,
  values: ApplicationValues | null | undefined,
): Promise<void> {
  const address = values?.backchannelLogoutUri
  const fault = address ? await webhookAddresses.faultOf(new URL(address)) : null
  if (fault && fault !== 'webhook.unknownHost') throw badInput({ 'input.backchannelLogoutUri': [fault] })
}

/**
 * Throws BAD_INPUT if a resource URL belongs to this server or to another service. A service can introspect
 * all tokens whose audience is one of its resources, so each resource must belong to one service. A lock
 * prevents two services from claiming the same URL at the same time.
 */
export async function checkResources(
  tx: Tx,
  { publicUrl }: Services,
  { id, kind, resources }: { id?: string; kind: ApplicationKind; resources: readonly string[] },
): Promise<void> {
  const { origin } = new URL(publicUrl())
  if (resources.some((resource) => new URL(resource).origin === origin))
    throw badInput({ 'input.resources': ['application.ownResource'] })
  if (kind !== 'SERVICE' || !resources.length) return
  await sql`select pg_advisory_xact_lock(7201955484)`.execute(tx)
  const taken = await tx
    .selectFrom('application')
    .select('id')
    .where('kind', '=', 'SERVICE')
    .where(sql<boolean>`resources && ${[...resources]}::text[]`)
    .$if(id !== undefined, (others) => others.where('id', '!=', required(id, 'id')))
    .limit(1)
    .executeTakeFirst()
  if (taken) throw badInput({ 'input.resources': ['application.takenResource'] })
}
