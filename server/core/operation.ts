import type { ObjectRef } from '@pothos/core'
import type { Relation } from '../../contract/permissions.ts'
import type { Tx } from '../db/open.ts'
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
import { setActingSession } from './events/acting-session.ts'
import { emit, type NewEvent } from './events/emit.ts'
import { checkInput, type Fields, fieldsSchema, type InputOf } from './input.ts'
import { selectsCount } from './page.ts'
import {
  assertAllowed,
  assertAllowedBeforeTarget,
  assertProof,
  assertUnlocked,
  type Caller,
  type CallerOf,
  type Can,
  callerFor,
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
  /** Name of the field in the GraphQL schema. */
  name: string
  description: string
  /**
   * Required permission: an action of contract/permissions.ts, or several actions that must all be permitted
   * to the viewer.
   */
  can: C
  input: F
  returns: T
  /** Locks that do not block this operation, such as PASSWORD_CHANGE_REQUIRED. */
  whileLocked?: readonly Lock[]
}

/** One call to a GraphQL field, with validated input. */
export interface Call<F extends Fields, C extends Can> {
  context: Context
  viewer: CallerOf<C>
  input: InputOf<F>
}

interface Query<F extends Fields, T extends Type, C extends Can> extends Common<F, T, C> {
  nullable?: boolean
  /**
   * Returns the viewer's relations to the requested object. Required if the permission in `can` depends on
   * them.
   */
  relations?(call: Call<F, C>): Promise<readonly Relation[]>
  /**
   * Returns null if the object does not exist or the viewer must not see it. This is possible only if
   * `nullable` is set.
   */
  run(call: Call<F, C>): Promise<ResultOf<T> | null>
}

/** The locked row or rows of a mutation, and the viewer's relations to them. */
export interface Target<Row> {
  row: Row
  relations?: readonly Relation[]
}

export interface PermissionInput<Input, Row> {
  tx: Tx
  services: Services
  viewer: Viewer
  input: Input
  target: Row
  relations: readonly Relation[]
}

/** Everything that is checked before a mutation runs. */
interface Admission<Input, Row> extends Partial<WithEffects<Input, Row>> {
  can: Can
  /**
   * Whether the target is read before `can` is checked. A viewer who cannot see the target then gets
   * NOT_FOUND instead of FORBIDDEN.
   */
  targetFirst?: boolean
  /** Locks and returns the row. Null if it does not exist or the viewer must not see it. */
  target(tx: Tx, input: Input, viewer: Viewer): Promise<Target<Row> | null>
  /** Checks further permissions that depend on the rows or the input. Throws FORBIDDEN. */
  permit?(call: PermissionInput<Input, Row>): void | Promise<void>
}

interface MutationOutcome<Input, Row, Result> {
  target: Row
  result: Result
  input: Input
  viewer: Viewer
}

interface Mutation<F extends Fields, T extends Type, Row, Prepared>
  extends Common<F, T>,
    Omit<Admission<InputOf<F>, Row>, 'effects'> {
  /**
   * Effects for which the user may have to verify their identity, or an empty list. The property is required,
   * so that a new mutation cannot omit it by accident.
   */
  effects: Effects<InputOf<F>, Row>
  /**
   * Work that is slow, or whose result must persist even if the call fails, such as hashing a password or
   * counting a wrong attempt. Runs before the transaction.
   */
  prepare?(args: { context: Context; viewer: Viewer; input: InputOf<F> }): Promise<Prepared>
  /** Makes the change. All queries must use the given transaction. */
  run(args: {
    tx: Tx
    context: Context
    viewer: Viewer
    input: InputOf<F>
    target: Row
    prepared: Prepared
  }): Promise<ResultOf<T>>
  /** Returns one audit event per target. An event without changes is not written, unless `always` is set. */
  audit(done: MutationOutcome<InputOf<F>, Row, ResultOf<T>>): AuditOf | readonly AuditOf[]
  /**
   * Returns the event that is sent to other programs. Not needed if saving the rows already emits the event.
   */
  event?(done: MutationOutcome<InputOf<F>, Row, ResultOf<T>>): NewEvent | null
  /** For bulk operations, the name of the operation that the audit log records for each row. */
  recordedAs?: string
}

type AuditOf = Pick<AuditEntry, 'tenantId' | 'targetType' | 'targetId'> & {
  changes: Changes
  always?: boolean
}

/** Declares a field of Query. */
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
        const viewer = callerFor(spec.can, enterOperation(spec, context))
        const input = checkInput(fieldsSchema(spec.input), args)
        assertAllowed(spec.can, viewer, await spec.relations?.({ context, viewer, input }))
        const counted = !('pageSize' in spec.input) || selectsCount(info)
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
 * Declares a field of Mutation. A call validates the input, opens the transaction, locks the target, checks
 * permissions, runs, writes the audit events and commits. Nested fields of the response are resolved after
 * that. Changes that were already made under the call's Idempotency-Key are not repeated.
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
        const caller = enterOperation(spec, context)
        try {
          const viewer = viewerOf(context)
          const input = checkInput(fieldsSchema(spec.input), args)
          const done = context.request.idempotent?.previousResult()
          if (done) return done.result
          if (spec.prepare && !spec.targetFirst) assertAllowedBeforeTarget(spec.can, viewer)
          // Check permissions before `prepare`. Viewers who must first prove their identity repeat the call
          // afterwards, so the first call must not use up an attempt to enter a code.
          if (spec.prepare && mayNeedProof(spec.effects))
            await context.db.transaction((tx) => admit(spec, { tx, context, viewer, input }))
          const prepared = (await spec.prepare?.({ context, viewer, input })) as Prepared
          const result = await context.db.transaction((tx) =>
            perform(spec, { tx, context, viewer, input, prepared }),
          )
          // Values that were loaded for earlier fields of the document may be outdated after the change.
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
  call: { tx: Tx; context: Context; viewer: Viewer; input: InputOf<F>; prepared: Prepared },
): Promise<ResultOf<T>> {
  const { tx, context, input } = call
  const { idempotent } = context.request
  await idempotent?.beginChange(tx)
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
  await idempotent?.storeResult(
    tx,
    result,
    rows.map(({ tenantId }) => tenantId),
  )
  return result
}

/**
 * Checks whether a viewer can run a mutation: first by the viewer alone, then by the viewer's relations to
 * the locked target, then by `permit`. Other code decides which rows a bulk operation skips (core/bulk.ts)
 * and which fields a viewer can read. Throws FORBIDDEN, NOT_FOUND, REAUTHENTICATE or UNAUTHENTICATED.
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
  if (!spec.targetFirst) assertAllowedBeforeTarget(spec.can, call.viewer)
  let target = await spec.target(tx, input, call.viewer)
  // Read the viewer again while the rows are locked, because the viewer's permissions may have changed since
  // the request arrived.
  const viewer = await services.reloadViewer(tx, call.viewer)
  if (!viewer) throw new AppError('UNAUTHENTICATED')
  if (!sameRights(viewer, call.viewer)) {
    if (!spec.targetFirst) assertAllowedBeforeTarget(spec.can, viewer)
    target = await spec.target(tx, input, viewer)
  }
  if (!target) throw new AppError('NOT_FOUND')
  const { row, relations = [] } = target
  assertAllowed(spec.can, viewer, relations)
  const asked = { tx, services, viewer, input, target: row, relations }
  await spec.permit?.(asked)
  assertProof(spec, asked)
  return { viewer, target }
}

const sameRights = (one: Viewer, other: Viewer): boolean =>
  one.admin === other.admin && String(one.authCodes) === String(other.authCodes)

/**
 * Returns the caller. Throws if nobody is signed in, if a lock blocks the operation, or if the response is
 * already too large.
 */
export function enterOperation(spec: { whileLocked?: readonly Lock[] }, context: Context): Caller {
  // The response will be refused, so no further field of the document runs.
  if (context.budget?.error) throw context.budget.error
  const caller = callerOf(context)
  if (caller.kind === 'account') assertUnlocked(caller, spec.whileLocked)
  return caller
}

export const argsOf = (t: OperationFields, fields: Fields): Record<string, object> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, list, required, initial }]) => [
      name,
      t.arg({ type: list ? [type] : type, required, defaultValue: initial }),
    ]),
  )
