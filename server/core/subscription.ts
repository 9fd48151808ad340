import type { Relation } from '../../contract/permissions.ts'
import { operationBuilder } from './builder.ts'
import { AppError } from './errors.ts'
import { type Checked, checkInput, type Fields, fieldsSchema } from './input.ts'
import { argsOf, type Call, type Common, entering, type ResultOf, type Type } from './operation.ts'
import { type CallerOf, type Can, callerFor, demand } from './viewer.ts'

interface Subscription<F extends Fields, T extends Type, C extends Can> extends Common<F, T, C> {
  /** As publish() names it. */
  channel: string
  topics(call: Call<F, C>): readonly string[]
  /** Which of the published events the viewer has asked for; all of them without it. */
  wants?(input: Checked<F>, id: string): boolean
  /** What the viewer is towards what is asked for; asked at the start and before what is waiting is read. */
  relations?(call: Call<F, C>): Promise<readonly Relation[]>
  /** What a change with this id is shown as. null: nothing, it is gone or not for this viewer. */
  read(call: Call<F, C>, id: string): Promise<ResultOf<T> | null>
}

/** Changes that one client may have waiting before it is cut off, to ask anew. */
const patience = 2_000
/** Of these, so many are read at a time: a fleet that returns would otherwise be told device by device. */
const atOnce = 500
/** Milliseconds after which a stream that had nothing to deliver asks whether its viewer still may. */
const recheck = 30_000

/** A field of Subscription. Whoever may no longer, or is no longer signed in, gets that as an error, and the end. */
export function subscription<F extends Fields, const T extends Type, const C extends Can>(
  spec: Subscription<F, T, C>,
): void {
  operationBuilder.subscriptionField(spec.name, (t) =>
    t.field({
      type: spec.returns,
      description: spec.description,
      args: argsOf(t, spec.input),
      subscribe: async (_root, args, context) => {
        const viewer = callerFor(spec.can, entering(spec, context))
        const call = { context, viewer, input: checkInput(fieldsSchema(spec.input), args) }
        demand(spec.can, viewer, await spec.relations?.(call))
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
  /** What changes again while it waits is delivered once, as it then is. */
  const waiting = new Set<string>()
  let ended = false
  let due = false
  let awake = Promise.withResolvers<void>()

  const leave = await live.subscribe(spec.channel, spec.topics({ context, viewer: first, input }), {
    who: first.kind === 'service' ? first.applicationId : first.accountId,
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

  /** Rights are what they are when it is read, not at the start. */
  async function enter(): Promise<CallerOf<C>> {
    const viewer = await reloadViewer(context.db.query, first)
    if (!viewer) throw new AppError('UNAUTHENTICATED')
    context.viewer = viewer
    entering(spec, context)
    context.loaders.clear()
    context.budget?.reset()
    demand(spec.can, viewer, await spec.relations?.({ context, viewer, input }))
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
    // A generator's own return() would wait until the next change.
    return() {
      end()
      return rows.return()
    },
  }
}
