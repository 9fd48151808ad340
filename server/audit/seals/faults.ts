/** A difference between the stored and the sealed data. */
export interface Fault {
  what: 'changed' | 'removed' | 'inserted' | 'reordered'
  /** Description of the fault, without a full stop at the end. */
  says: string
  seal?: number
  position?: number
  event?: string
}

/** Maximum number of faults to list. Further faults are only counted. */
const listed = 1_000

export class Faults {
  readonly list: Fault[] = []
  count = 0

  add(...faults: Fault[]): void {
    this.count += faults.length
    this.list.push(...faults.slice(0, Math.max(0, listed - this.list.length)))
  }
}
