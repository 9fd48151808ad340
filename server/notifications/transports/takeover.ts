import type { Logger } from 'pino'
import { required } from '../../../contract/required.ts'
import { DeliveryError, deliveryTimeout, type Outgoing, type Transport } from './transport.ts'

/** Milliseconds for each of two; both together end before the queue counts their server as dead. */
const share = { first: 5_000, second: deliveryTimeout }
/** So many messages in a row that the second had to take over: then the first is not asked for a while. */
const patience = 5
/** Milliseconds. One more that fails after it, and it begins anew. */
const rest = 60_000

const gravity: Record<DeliveryError['kind'], number> = { refused: 0, retry: 1, unanswered: 2 }

/**
 * Two ways to send: where the first refuses, fails or does not answer in its share of the time, the second takes over.
 * Where the first did not answer, a message may arrive twice: better than not at all. Where both fail it ends as the
 * graver of the two did: what may have been sent is not sent again, what one of them takes later is tried again.
 */
export function takeover(
  first: Transport,
  second: Transport,
  clock: () => number = () => performance.now(),
): Transport {
  let failures = 0
  let restsUntil = Number.NEGATIVE_INFINITY

  /** Only a message that the other one takes says that it is this one which fails. */
  function firstFailed(log: Logger): void {
    failures += 1
    if (failures < patience) return
    // After its rest one message is enough to see.
    failures = patience - 1
    restsUntil = clock() + rest
    log.error('the first SMS provider is left alone for a minute: the second has sent what it did not')
  }

  return {
    async send(message: Outgoing, log: Logger) {
      const resting = clock() < restsUntil
      const ways = [
        { transport: first, timeout: share.first, name: 'first' },
        { transport: second, timeout: share.second, name: 'second' },
      ]
      const [one, other] = resting ? ways.reverse() : ways
      try {
        const accepted = await required(one, 'one').transport.send(message, log, required(one, 'one').timeout)
        if (!resting) failures = 0
        return accepted
      } catch (error) {
        const failure = asDeliveryError(error)
        const { kind, message: reason } = failure
        log.warn(
          { job: message.id, provider: required(one, 'one').name, kind, reason },
          'the other SMS provider takes over',
        )
        const accepted = await required(other, 'other')
          .transport.send(message, log, required(other, 'other').timeout)
          .catch((further) => {
            const last = asDeliveryError(further)
            throw gravity[last.kind] >= gravity[kind] ? last : failure
          })
        if (!resting) firstFailed(log)
        return accepted
      }
    },
    missing: (first.missing ?? []).filter((name) => second.missing?.includes(name)),
    reach: async () => `${await first.reach()}; ${await second.reach()}`,
  }
}

const asDeliveryError = (error: unknown): DeliveryError =>
  error instanceof DeliveryError ? error : new DeliveryError('retry', (error as Error).name)
