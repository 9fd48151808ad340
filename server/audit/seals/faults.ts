/** A difference from the sealed data. */
export interface Fault {
  what: 'changed' | 'removed' | 'inserted' | 'reordered'
  /** A sentence without full stop. */
  says: string
  seal?: number
  position?: number
  event?: string
}

/** Maximum number of faults listed. Further faults are only counted. */
const listed = 1_000

export class Faults {
  readonly list: Fault[] = []
  count = 0

  add(...faults: Fault[]): void {
    this.count += faults.length
    this.list.push(...faults.slice(0, Math.max(0, listed - this.list.length)))
  }
}
