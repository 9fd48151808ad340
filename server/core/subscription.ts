import type { Relation } from '../../contract/permissions.ts'
import { operationBuilder } from './builder.ts'
import { AppError } from './errors.ts'
import { checkInput, type Fields, fieldsSchema, type InputOf } from './input.ts'
import { argsOf, type Call, type Common, enterOperation, type ResultOf, type Type } from './operation.ts'
import { assertAllowed, type CallerOf, type Can, callerFor } from './viewer.ts'

interface Subscription<F extends Fields, T extends Type, C extends Can> extends Common<F, T, C> {
  /** Name of the channel to which publish() sends the changes. */
  channel: string
  topics(call: Call<F, C>): readonly string[]
  /**
   * Whether the viewer subscribed to this id. If this function is absent, all published ids are delivered.
   */
  wants?(input: InputOf<F>, id: string): boolean
  /**
   * Returns the viewer's relations to the requested objects. Called when the subscription starts and before
   * each read of waiting changes.
   */
  relations?(call: Call<F, C>): Promise<readonly Relation[]>
  /** Returns the current object with this id, or null if it was deleted or the viewer must not see it. */
  read(call: Call<F, C>, id: string): Promise<ResultOf<T> | null>
}

/**
 * Maximum number of changes that wait for a client. If there are more, the subscription ends and the client
 * must repeat its query.
 */
const patience = 2_000
/**
 * Number of changes read at once. Reading changes one by one would take too long if a whole fleet of devices
 * reconnects.
 */
const atOnce = 500
/** Milliseconds after which an idle stream checks the viewer's permission again. */
const recheck = 30_000

/**
 * Declares a field of Subscription. If the viewer signs out or loses the permission, the stream ends with an
 * error.
 */
export function subscription<F extends Fields, const T extends Type, const C extends Can>(
  spec: Subscription<F, T, C>,
): void {
  operationBuilder.subscriptionField(spec.name, (t) =>
    t.field({
      type: spec.returns,
      description: spec.description,
      args: argsOf(t, spec.input),
      subscribe: async (_root, args, context) => {
        const viewer = callerFor(spec.can, enterOperation(spec, context))
        const call = { context, viewer, input: checkInput(fieldsSchema(spec.input), args) }
        assertAllowed(spec.can, viewer, await spec.relations?.(call))
        return open(spec, call)
      },
      resolve: (row) => row,
    }),
  )
}

async function open<F extends Fields, T extends Type, C extends Can>(
  spec: Subscription<F, T, C>,
  { context, viewer: first, input }: Call<F, C>,
): Promise<AsyncIterableIterator<ResultOf<T>>> {
  const { live, reloadViewer } = context.services
  /**
   * Ids of changed objects that wait to be delivered. An object that changes again while it waits is
   * delivered once, with its current values.
   */
  const waiting = new Set<string>()
  let ended = false
  let due = false
  let awake = Promise.withResolvers<void>()

  const leave = await live.subscribe(spec.channel, spec.topics({ context, viewer: first, input }), {
    subject: first.kind === 'service' ? first.applicationId : first.accountId,
    onChange(id) {
      if (spec.wants && !spec.wants(input, id)) return
      if (waiting.add(id).size > patience) end()
      awake.resolve()
    },
    onEnd: end,
  })
  const timer = setInterval(() => {
    due = true
    awake.resolve()
  }, recheck).unref()

  function end(): void {
    ended = true
    clearInterval(timer)
    leave()
    awake.resolve()
  }

  /**
   * Reads the viewer again and throws if the viewer no longer has permission. Called before each read of
   * waiting changes.
   */
  async function enter(): Promise<CallerOf<C>> {
    const viewer = await reloadViewer(context.db.query, first)
    if (!viewer) throw new AppError('UNAUTHENTICATED')
    context.viewer = viewer
    enterOperation(spec, context)
    context.loaders.clear()
    context.budget?.reset()
    assertAllowed(spec.can, viewer, await spec.relations?.({ context, viewer, input }))
    return viewer
  }

  async function* deliver(): AsyncGenerator<ResultOf<T>, void> {
    try {
      while (!ended) {
        if (!waiting.size && !due) {
          await awake.promise
          awake = Promise.withResolvers()
          continue
        }
        due = false
        const viewer = await enter()
        const ids = [...waiting].slice(0, atOnce)
        for (const id of ids) waiting.delete(id)
        const rows = await Promise.all(ids.map((id) => spec.read({ context, viewer, input }, id)))
        for (const row of rows) {
          if (row === null || ended) continue
          context.budget?.reset()
          yield row
        }
      }
    } finally {
      end()
    }
  }

  const rows = deliver()
  return {
    [Symbol.asyncIterator]: () => rows,
    next: () => rows.next(),
    // Call end() first. Otherwise the return() of the async generator would wait for the next change.
    return() {
      end()
      return rows.return()
    },
  }
}
