/** Something that is not as it was sealed. */
export interface Fault {
  what: 'changed' | 'removed' | 'inserted' | 'reordered'
  /** A sentence without its full stop, which names the rest. */
  says: string
  seal?: number
  position?: number
  event?: string
}

/** So many are listed; the others are counted. */
const listed = 1_000

export class Faults {
  readonly list: Fault[] = []
  count = 0

  add(...faults: Fault[]): void {
    this.count += faults.length
    this.list.push(...faults.slice(0, Math.max(0, listed - this.list.length)))
  }
}
