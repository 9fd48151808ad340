import type { Tx } from '../../db/open.ts'

const sessions = new WeakMap<Tx, string>()

/** Stores the session whose call runs in the transaction. */
export const setActingSession = (tx: Tx, sessionId: string): unknown => sessions.set(tx, sessionId)

/**
 * Returns the session whose call runs in the transaction, or undefined for a periodic task or a CLI command.
 */
export const actingSession = (tx: Tx): string | undefined => sessions.get(tx)
