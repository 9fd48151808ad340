import type pg from 'pg'

// Copies rows with COPY in text format and passes the bytes through unchanged:
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY

interface Wire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** A query object for the pg driver, with the methods that the driver calls. */
class Copy {
  readonly #parts: Buffer[] = []
  readonly #text: string
  readonly #rows: Buffer | undefined
  readonly #outcome = Promise.withResolvers<Buffer>()
  readonly done = this.#outcome.promise

  constructor(text: string, rows?: Buffer) {
    this.#text = text
    this.#rows = rows
  }
  submit(wire: Wire): void {
    wire.query(this.#text)
  }
  handleCopyInResponse(wire: Wire): void {
    if (this.#rows?.length) wire.sendCopyFromChunk(this.#rows)
    wire.endCopyFrom()
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#parts.push(chunk)
  }
  handleReadyForQuery(): void {
    this.#outcome.resolve(Buffer.concat(this.#parts))
  }
  handleError(error: Error): void {
    this.#outcome.reject(error)
  }
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
}

function run(client: pg.ClientBase, copy: Copy): Promise<Buffer> {
  client.query(copy as unknown as pg.Submittable)
  return copy.done
}

/** Returns the rows of `copy … to stdout`, one per line. */
export const copyOut = (client: pg.ClientBase, text: string): Promise<Buffer> => run(client, new Copy(text))

/** Writes rows in the format of copyOut() with `copy … from stdin`. */
export const copyIn = async (client: pg.ClientBase, text: string, rows: Buffer): Promise<void> =>
  void (await run(client, new Copy(text, rows)))
