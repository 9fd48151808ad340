import type { ObjectRef } from '@pothos/core'
import type { Kysely } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import {
  type AuditEntry,
  actionName,
  type Changes,
  onlyChanged,
  recordAudits,
  recordRefusal,
} from './audit.ts'
import { type OperationFields, operationBuilder } from './builder.ts'
import { type Context, callerOf, type Services, viewerOf } from './context.ts'
import { AppError } from './errors.ts'
import { setActingSession } from './events/acting.ts'
import { emit, type NewEvent } from './events/emit.ts'
import { type Checked, checkInput, type Fields, fieldsSchema } from './input.ts'
import { asksForCount } from './page.ts'
import {
  assertProof,
  type Caller,
  type CallerOf,
  type Can,
  callerFor,
  demand,
  demandBeforeTarget,
  demandUnlocked,
  type Effects,
  type Lock,
  mayNeedProof,
  type Viewer,
  type WithEffects,
} from './viewer.ts'

// biome-ignore lint/suspicious/noExplicitAny: a reference of any schema types, by its shape alone
type Ref<Shape = any> = ObjectRef<any, Shape>
export type Type = 'Boolean' | 'Int' | Ref | readonly [Ref]
export type ResultOf<T extends Type> = T extends 'Boolean'
  ? boolean
  : T extends 'Int'
    ? number
    : T extends readonly [Ref<infer Row>]
      ? readonly Row[]
      : T extends Ref<infer Row>
        ? Row
        : never

export interface Common<F extends Fields, T extends Type, C extends Can = Can> {
  /** The operation's name in the contract. */
  name: string
  description: string
  /** Who may: a row of contract/permissions.ts, or several of which each has to allow it. */
  can: C
  input: F
  returns: T
  /** Still open to an account that has to do these first. */
  whileLocked?: readonly Lock[]
}

/** One call of a field, its input checked. */
export interface Call<F extends Fields, C extends Can> {
  context: Context
  viewer: CallerOf<C>
  input: Checked<F>
}

interface Query<F extends Fields, T extends Type, C extends Can> extends Common<F, T, C> {
  nullable?: boolean
  /** What the viewer is towards what is asked for, where `can` depends on it. */
  relations?(call: Call<F, C>): Promise<readonly Relation[]>
  /** null, where `nullable`: it does not exist, or not for this viewer. */
  run(call: Call<F, C>): Promise<ResultOf<T> | null>
}

/** The row or rows that a mutation is about, locked, with what the viewer is towards them. */
export interface Target<Row> {
  row: Row
  relations?: readonly Relation[]
}

export interface Permit<Input, Row> {
  tx: Tx
  services: Services
  viewer: Viewer
  input: Input
  target: Row
  relations: readonly Relation[]
}

/** What is decided of a mutation before it runs. */
interface Admission<Input, Row> extends Partial<WithEffects<Input, Row>> {
  can: Can
  /** The target is read before `can` is decided: others see it, so this viewer is told NOT_FOUND where they do not. */
  targetFirst?: boolean
  /** Locks the row. null: it does not exist, or not for this viewer. */
  target(tx: Tx, input: Input, viewer: Viewer): Promise<Target<Row> | null>
  /** Where `can` is not all: what depends on the rows and on what is asked of them. Throws FORBIDDEN. */
  permit?(call: Permit<Input, Row>): void | Promise<void>
}

interface Done<Input, Row, Result> {
  target: Row
  result: Result
  input: Input
  viewer: Viewer
}

interface Mutation<F extends Fields, T extends Type, Row, Prepared>
  extends Common<F, T>,
    Omit<Admission<Checked<F>, Row>, 'effects'> {
  /** Compulsory: a mutation whose effects need no proof says so by an empty list. */
  effects: Effects<Checked<F>, Row>
  /** What takes time or must outlive a refusal (hashing, counting a wrong try): before the transaction. */
  prepare?(args: { context: Context; viewer: Viewer; input: Checked<F> }): Promise<Prepared>
  /** Gets the transaction and nothing else to query with. */
  run(args: {
    tx: Tx
    context: Context
    viewer: Viewer
    input: Checked<F>
    target: Row
    prepared: Prepared
  }): Promise<ResultOf<T>>
  /** What changed, of each target a row; with nothing changed none is written, unless `always`. */
  audit(done: Done<Checked<F>, Row, ResultOf<T>>): AuditOf | readonly AuditOf[]
  /** What programs are told, where the rows that change do not tell of it by themselves. */
  event?(done: Done<Checked<F>, Row, ResultOf<T>>): NewEvent | null
  /** Of an operation on many: the name of the one that each of them is recorded as. */
  recordedAs?: string
}

type AuditOf = Pick<AuditEntry, 'tenantId' | 'targetType' | 'targetId'> & {
  changes: Changes
  always?: boolean
}

/** A field of Query. */
export function query<F extends Fields, const T extends Type, const C extends Can>(
  spec: Query<F, T, C>,
): void {
  operationBuilder.queryField(spec.name, (t) =>
    t.field({
      type: spec.returns,
      nullable: spec.nullable ?? false,
      description: spec.description,
      args: argsOf(t, spec.input),
      resolve: async (_root, args, context, info) => {
        const viewer = callerFor(spec.can, entering(spec, context))
        const input = checkInput(fieldsSchema(spec.input), args)
        demand(spec.can, viewer, await spec.relations?.({ context, viewer, input }))
        const counted = !('pageSize' in spec.input) || asksForCount(info)
        return spec.run({
          context,
          viewer,
          input: { ...input, ...(counted ? {} : { uncounted: true }), ...context.paging },
        })
      },
    }),
  )
}

/**
 * A field of Mutation: checks the input, opens the transaction, locks the target, asks whether the viewer may,
 * runs, writes the audit rows, commits. Nested fields of the answer are read after that. What was done under the call's
 * Idempotency-Key before is not done again.
 */
export function mutation<F extends Fields, const T extends Type, Row, Prepared = undefined>(
  spec: Mutation<F, T, Row, Prepared>,
): void {
  operationBuilder.mutationField(spec.name, (t) =>
    t.field({
      type: spec.returns,
      description: spec.description,
      args: argsOf(t, spec.input),
      extensions: { effects: spec.effects },
      resolve: async (_root, args, context) => {
        const caller = entering(spec, context)
        try {
          const viewer = viewerOf(context)
          const input = checkInput(fieldsSchema(spec.input), args)
          const done = context.request.keyed?.before()
          if (done) return done.result
          if (spec.prepare && !spec.targetFirst) demandBeforeTarget(spec.can, viewer)
          // Whoever is sent to prove who they are repeats the call: a code's try is not to be spent by then.
          if (spec.prepare && mayNeedProof(spec.effects))
            await context.db.transaction((tx) => admit(spec, { tx, context, viewer, input }))
          const prepared = (await spec.prepare?.({ context, viewer, input })) as Prepared
          const result = await context.db.transaction((tx) =>
            perform(spec, { tx, context, viewer, input, prepared }),
          )
          // What an earlier field of the document has read may be history now.
          context.loaders.clear()
          return result
        } catch (error) {
          if (error instanceof AppError && error.code === 'FORBIDDEN')
            await recordRefusal(spec.name, context, caller)
          throw error
        }
      },
    }),
  )
}

async function perform<F extends Fields, T extends Type, Row, Prepared>(
  spec: Mutation<F, T, Row, Prepared>,
  call: { tx: Tx; context: Context; viewer: Viewer; input: Checked<F>; prepared: Prepared },
): Promise<ResultOf<T>> {
  const { tx, context, input } = call
  const { keyed } = context.request
  await keyed?.begin(tx)
  const { viewer, target } = await admit(spec, call)
  const result = await spec.run({ ...call, viewer, target: target.row })
  const done = { target: target.row, result, input, viewer }
  const rows = [spec.audit(done)].flat() as AuditOf[]
  await recordAudits(
    tx,
    rows
      .filter(({ always, changes }) => always || Object.keys(onlyChanged(changes)).length > 0)
      .map(({ always, ...row }) => ({
        ...row,
        actorId: viewer.accountId,
        action: actionName(spec.recordedAs ?? spec.name),
        ip: context.request.ip,
        success: true,
      })),
  )
  const event = spec.event?.(done)
  if (event) await emit(tx, [event])
  await keyed?.keep(
    tx,
    result,
    rows.map(({ tenantId }) => tenantId),
  )
  return result
}

/**
 * The place where it is decided whether a viewer may: first what depends on the viewer alone, then, with the target
 * locked, what depends on their relations to it, then what `permit` says of the rows. Elsewhere decided are which of
 * several rows are left out of an answer that names each row's outcome (core/bulk.ts), and what a field shows to whom.
 * Throws FORBIDDEN, NOT_FOUND, REAUTHENTICATE, UNAUTHENTICATED.
 */
export async function admit<Input, Row>(
  spec: Admission<Input, Row>,
  {
    tx,
    context: { services },
    input,
    ...call
  }: { tx: Tx; context: Pick<Context, 'services'>; viewer: Viewer; input: Input },
): Promise<{ viewer: Viewer; target: Target<Row> }> {
  setActingSession(tx, call.viewer.sessionId)
  if (!spec.targetFirst) demandBeforeTarget(spec.can, call.viewer)
  let target = await spec.target(tx, input, call.viewer)
  // Read again behind the lock: what the viewer was when the request came in may be history by now.
  const viewer = await services.reloadViewer(tx, call.viewer)
  if (!viewer) throw new AppError('UNAUTHENTICATED')
  if (!sameRights(viewer, call.viewer)) {
    if (!spec.targetFirst) demandBeforeTarget(spec.can, viewer)
    target = await spec.target(tx, input, viewer)
  }
  if (!target) throw new AppError('NOT_FOUND')
  const { row, relations = [] } = target
  demand(spec.can, viewer, relations)
  const asked = { tx, services, viewer, input, target: row, relations }
  await spec.permit?.(asked)
  assertProof(spec, asked)
  return { viewer, target }
}

const sameRights = (one: Viewer, other: Viewer): boolean =>
  one.admin === other.admin && String(one.authCodes) === String(other.authCodes)

/** Throws where nobody is signed in, has to do something else first, or may have no more in this answer. */
export function entering(spec: { whileLocked?: readonly Lock[] }, context: Context): Caller {
  // The answer is refused already: what follows in its document is not begun.
  if (context.budget?.error) throw context.budget.error
  const caller = callerOf(context)
  if (caller.kind === 'account') demandUnlocked(caller, spec.whileLocked)
  return caller
}

export const argsOf = (t: OperationFields, fields: Fields): Record<string, object> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, list, required, initial }]) => [
      name,
      t.arg({ type: list ? [type] : type, required, defaultValue: initial }),
    ]),
  )

declare module './context.ts' {
  interface Services {
    /** The caller's rows as they are now, or as a transaction sees them; null where session, account or program is no longer live. */
    reloadViewer<C extends Caller>(db: Kysely<Tables>, caller: C): Promise<C | null>
  }
}
