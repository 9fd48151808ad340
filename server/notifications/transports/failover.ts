import type { Logger } from 'pino'
import { required } from '../../../contract/required.ts'
import { DeliveryError, deliveryTimeout, type RenderedMessage, type Transport } from './transport.ts'

/**
 * Timeout per provider in milliseconds. The sum of both is shorter than the timeout of a job in the queue.
 */
const timeouts = { first: 5_000, second: deliveryTimeout }
/** Number of consecutive failures after which the first provider is suspended. */
const maxFailures = 5
/**
 * Duration of a suspension in milliseconds. Afterwards, a single failure is enough to suspend the provider
 * again.
 */
const suspension = 60_000

const severity: Record<DeliveryError['kind'], number> = { refused: 0, retry: 1, unanswered: 2 }

/**
 * Combines two transports. If the first transport rejects a message, fails or does not respond in time, the
 * second one sends the message.
 *
 * If the first transport did not respond, the message may arrive twice, which is better than not at all. If
 * both fail, the more severe error is thrown: a message that may have been sent is not sent again, and a
 * message that one of the transports may accept later is retried.
 */
export function failover(
  first: Transport,
  second: Transport,
  clock: () => number = () => performance.now(),
): Transport {
  let failures = 0
  let suspendedUntil = Number.NEGATIVE_INFINITY

  /**
   * Counts a failure of the first provider. Must be called only if the second provider accepted the message,
   * because otherwise the message itself may be the cause.
   */
  function firstFailed(log: Logger): void {
    failures += 1
    if (failures < maxFailures) return
    // A single failure after the suspension then suspends the provider again.
    failures = maxFailures - 1
    suspendedUntil = clock() + suspension
    log.error('the first SMS provider is suspended for a minute after repeated failures')
  }

  return {
    async send(message: RenderedMessage, log: Logger) {
      const suspended = clock() < suspendedUntil
      const order = [
        { transport: first, timeout: timeouts.first, name: 'first' },
        { transport: second, timeout: timeouts.second, name: 'second' },
      ]
      const [primary, fallback] = suspended ? order.reverse() : order
      try {
        const accepted = await required(primary, 'primary').transport.send(
          message,
          log,
          required(primary, 'primary').timeout,
        )
        if (!suspended) failures = 0
        return accepted
      } catch (error) {
        const firstError = asDeliveryError(error)
        const { kind, message: reason } = firstError
        log.warn(
          { job: message.id, provider: required(primary, 'primary').name, kind, reason },
          'SMS provider failed; trying the other provider',
        )
        const accepted = await required(fallback, 'fallback')
          .transport.send(message, log, required(fallback, 'fallback').timeout)
          .catch((laterError) => {
            const secondError = asDeliveryError(laterError)
            throw severity[secondError.kind] >= severity[kind] ? secondError : firstError
          })
        if (!suspended) firstFailed(log)
        return accepted
      }
    },
    missing: (first.missing ?? []).filter((name) => second.missing?.includes(name)),
    reach: async () => `${await first.reach()}; ${await second.reach()}`,
  }
}

const asDeliveryError = (error: unknown): DeliveryError =>
  error instanceof DeliveryError ? error : new DeliveryError('retry', (error as Error).name)
