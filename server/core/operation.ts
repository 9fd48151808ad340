import type { ObjectRef } from '@pothos/core'
import type { Kysely } from 'kysely'
import type { Action, Relation } from '../../contract/permissions.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { type AuditEntry, type Changes, onlyChanged, recordAudit } from './audit.ts'
import { builder } from './builder.ts'
import { type Context, viewerOf } from './context.ts'
import { AppError } from './errors.ts'
import { type Checked, checkInput, type Fields, fieldsSchema } from './input.ts'
import { demand, isFresh, type Viewer } from './viewer.ts'

// biome-ignore lint/suspicious/noExplicitAny: a reference of any schema types, by its shape alone
type Ref<Shape = any> = ObjectRef<any, Shape>
export type Type = 'Boolean' | Ref | readonly [Ref]
export type ResultOf<T extends Type> = T extends 'Boolean'
  ? boolean
  : T extends readonly [Ref<infer Row>]
    ? readonly Row[]
    : T extends Ref<infer Row>
      ? Row
      : never

export interface Common<F extends Fields, T extends Type> {
  /** The operation's name in the contract. */
  name: string
  description: string
  /** Who may: a row of contract/permissions.ts. */
  can: Action
  input: F
  returns: T
  /** Still open to an account that has to change its password first. */
  beforePasswordChange?: boolean
}

interface Query<F extends Fields, T extends Type> extends Common<F, T> {
  nullable?: boolean
  /** What the viewer is towards what is asked for, where `can` depends on it. */
  relations?(args: { context: Context; viewer: Viewer; input: Checked<F> }): Promise<readonly Relation[]>
  /** null, where `nullable`: it does not exist, or not for this viewer. */
  run(args: { context: Context; viewer: Viewer; input: Checked<F> }): Promise<ResultOf<T> | null>
}

/** The row that a mutation is about, locked, with what the viewer is towards it. */
export interface Target<Row> {
  row: Row
  relations: readonly Relation[]
}

interface Mutation<F extends Fields, T extends Type, Row, Prepared> extends Common<F, T> {
  /** Needs a proof of the last minutes of who is there, always or where this says so; else REAUTHENTICATE. */
  fresh?: Freshness<Checked<F>, Row>
  /** What takes time or must outlive a refusal (hashing, counting a wrong try): before the transaction. */
  prepare?(args: { context: Context; viewer: Viewer; input: Checked<F> }): Promise<Prepared>
  /** Locks the row. null: it does not exist, or not for this viewer. */
  target(tx: Tx, input: Checked<F>, viewer: Viewer): Promise<Target<Row> | null>
  /** Gets the transaction and nothing else to query with. */
  run(args: {
    tx: Tx
    context: Context
    viewer: Viewer
    input: Checked<F>
    target: Row
    prepared: Prepared
  }): Promise<ResultOf<T>>
  /** What changed; with nothing changed no row is written, unless `always`. */
  audit(args: { target: Row; result: ResultOf<T>; input: Checked<F>; viewer: Viewer }): AuditOf
}

type AuditOf = Pick<AuditEntry, 'tenantId' | 'targetType' | 'targetId'> & {
  changes: Changes
  always?: boolean
}

type Freshness<Input, Row> = true | ((call: { viewer: Viewer; input: Input; target: Row }) => boolean)

/** A field of Query. */
export function query<F extends Fields, const T extends Type>(spec: Query<F, T>): void {
  builder.queryField(spec.name, (t) =>
    t.field({
      type: spec.returns as never,
      nullable: (spec.nullable ?? false) as never,
      description: spec.description,
      args: argsOf(t, spec.input),
      resolve: (async (_root: unknown, args: unknown, context: Context) => {
        const viewer = entering(spec, context)
        const input = checkInput(fieldsSchema(spec.input), args)
        demand(spec.can, viewer, await spec.relations?.({ context, viewer, input }))
        return spec.run({ context, viewer, input: { ...input, ...context.paging } })
      }) as never,
    }),
  )
}

/**
 * A field of Mutation: checks the input, opens the transaction, locks the target, asks whether the viewer may,
 * runs, writes the audit row, commits. Nested fields of the answer are read after that.
 */
export function mutation<F extends Fields, const T extends Type, Row, Prepared = undefined>(
  spec: Mutation<F, T, Row, Prepared>,
): void {
  builder.mutationField(spec.name, (t) =>
    t.field({
      type: spec.returns as never,
      description: spec.description,
      args: argsOf(t, spec.input),
      resolve: (async (_root: unknown, args: unknown, context: Context) => {
        const viewer = entering(spec, context)
        const input = checkInput(fieldsSchema(spec.input), args)
        try {
          // Whoever is sent to prove who they are repeats the call: a code's try is not to be spent by then.
          if (spec.prepare && spec.fresh)
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
            await recordRefusal(spec.name, context, viewer)
          throw error
        }
      }) as never,
    }),
  )
}

async function perform<F extends Fields, T extends Type, Row, Prepared>(
  spec: Mutation<F, T, Row, Prepared>,
  call: { tx: Tx; context: Context; viewer: Viewer; input: Checked<F>; prepared: Prepared },
): Promise<ResultOf<T>> {
  const { tx, context, input } = call
  const { viewer, target } = await admit(spec, call)
  const result = await spec.run({ ...call, viewer, target: target.row })
  const { changes, always, ...where } = spec.audit({ target: target.row, result, input, viewer })
  if (always || Object.keys(onlyChanged(changes)).length > 0) {
    await recordAudit(tx, {
      ...where,
      actorId: viewer.accountId,
      action: actionName(spec.name),
      ip: context.request.ip,
      success: true,
      changes,
    })
  }
  return result
}

/** Locks what a call is about and asks whether the viewer may. Throws NOT_FOUND, FORBIDDEN, REAUTHENTICATE, UNAUTHENTICATED. */
export async function admit<Input, Row>(
  spec: {
    can: Action
    fresh?: Freshness<Input, Row>
    target(tx: Tx, input: Input, viewer: Viewer): Promise<Target<Row> | null>
  },
  {
    tx,
    context,
    input,
    ...call
  }: { tx: Tx; context: Pick<Context, 'services'>; viewer: Viewer; input: Input },
): Promise<{ viewer: Viewer; target: Target<Row> }> {
  let target = await spec.target(tx, input, call.viewer)
  // Read again behind the lock: what the viewer was when the request came in may be history by now.
  const viewer = await context.services.reloadViewer(tx, call.viewer)
  if (!viewer) throw new AppError('UNAUTHENTICATED')
  if (!sameRights(viewer, call.viewer)) target = await spec.target(tx, input, viewer)
  if (!target) throw new AppError('NOT_FOUND')
  demand(spec.can, viewer, target.relations)
  const { fresh = false } = spec
  const needed = typeof fresh === 'function' ? fresh({ viewer, input, target: target.row }) : fresh
  if (needed && !isFresh(viewer)) throw new AppError('REAUTHENTICATE')
  return { viewer, target }
}

const sameRights = (one: Viewer, other: Viewer): boolean =>
  one.admin === other.admin && String(one.authCodes) === String(other.authCodes)

const actionName = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

export async function recordRefusal(
  name: string,
  context: Pick<Context, 'db' | 'request'>,
  viewer: Viewer,
): Promise<void> {
  await context.db.transaction((tx) =>
    recordAudit(tx, {
      tenantId: viewer.accountId,
      actorId: viewer.accountId,
      action: actionName(name),
      targetType: 'account',
      targetId: viewer.accountId,
      ip: context.request.ip,
      success: false,
    }),
  )
}

/** Throws where nobody is signed in, has to change the password first, or may have no more in this answer. */
export function entering(spec: { beforePasswordChange?: boolean }, context: Context): Viewer {
  // The answer is refused already: what follows in its document is not begun.
  if (context.budget?.error) throw context.budget.error
  const viewer = viewerOf(context)
  if (viewer.passwordChangeRequired && !spec.beforePasswordChange)
    throw new AppError('PASSWORD_CHANGE_REQUIRED')
  return viewer
}

// biome-ignore lint/suspicious/noExplicitAny: Pothos' field builder; its type repeats the schema's
export const argsOf = (t: any, fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, list, required, initial }]) => [
      name,
      t.arg({ type: list ? [type] : type, required, defaultValue: initial }),
    ]),
  )

declare module './context.ts' {
  interface Services {
    /** The viewer's rows as they are now, or as a transaction sees them; null where the session or account is no longer live. */
    reloadViewer(db: Kysely<Tables>, viewer: Viewer): Promise<Viewer | null>
  }
}
