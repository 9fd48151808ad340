/** Milliseconds of CPU that a sample takes, and between two samples. */
const [sample, interval] = [20, 1_000]

export interface Strain {
  /** How many times longer than its CPU time work takes by the clock; 1 where nothing else wants the machine. */
  now(): number
  stop(): void
}

/**
 * How busy the machine is. A start within five seconds is a promise for a machine that has its cores to itself: where
 * other work takes most of them, the same CPU time takes longer by the clock.
 */
export function watchStrain(): Strain {
  let [clock, cpu] = [0, 0]
  const timer = setInterval(() => {
    const [began, before] = [performance.now(), used()]
    while (used() - before < sample);
    clock += performance.now() - began
    cpu += used() - before
  }, interval)
  return { now: () => Math.max(1, cpu ? clock / cpu : 1), stop: () => clearInterval(timer) }
}

/** Milliseconds of CPU of this thread. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
