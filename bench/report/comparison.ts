import { required } from '../../contract/required.ts'
import { sizeName } from '../fill/sizes.ts'
import type { Load } from '../measure.ts'
import { figure, median, quantile } from '../measure.ts'
import { markdown, short } from './tables.ts'

/** Of one program in one round: by one caller and by eight, and milliseconds of CPU a call, all processes together. */
export interface Side {
  one: Load
  eight: Load
  cpu: number
}

/** The same asked of both, in the same rounds. */
export interface Pair {
  case: string
  size: number
  peer: string
  own: Side[]
  others: Side[]
  failed?: string
}

const middleCpu = (sides: readonly Side[]) => median(sides.map(({ cpu }) => cpu))
const waited = (sides: readonly Side[], which: 'one' | 'eight', share: number) =>
  quantile(
    sides.flatMap((side) => side[which].times),
    share,
  )
const cells = (sides: readonly Side[]) => [
  `${short(waited(sides, 'one', 0.5))} (${short(waited(sides, 'eight', 0.5))} / ${short(waited(sides, 'eight', 0.95))})`,
  figure(middleCpu(sides), 2),
]

/** A table of all pairs, and in words what is worse here than there. */
export function comparison(pairs: readonly Pair[]): string {
  const measured = pairs.filter(({ failed }) => !failed)
  const rows = measured.map(({ case: name, size, peer, own, others }) => [
    ...[name, sizeName(size), ...cells(own), peer, ...cells(others)],
  ])
  const head = ['ms', 'devices', 'Reeve', 'CPU', 'the other', 'ms', 'CPU']
  const failures = pairs
    .filter(({ failed }) => failed)
    .map((pair) => `- ${pair.case}, ${sizeName(pair.size)}, ${pair.peer}: not measured, ${pair.failed}`)
  return [
    'One caller p50 (eight callers p50 / p95), and the CPU of a call, server and database together.',
    markdown(head, rows),
    '### What is worse than others',
    worse(measured),
    failures.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** One line for each pair where the other is faster, or spends less, by more than a twentieth. */
export function worse(pairs: readonly Pair[]): string {
  const lines = pairs.flatMap(({ case: name, size, peer, own, others }) => {
    const slower = median(
      own.map(
        (side, index) =>
          quantile(side.eight.times, 0.5) /
          quantile(required(others[index], 'item of others').eight.times, 0.5),
      ),
    )
    const dearer = median(own.map((side, index) => side.cpu / required(others[index], 'item of others').cpu))
    const parts = [
      ...(slower > 1.05 ? [`${figure(slower, 1)} times as long`] : []),
      ...(dearer > 1.05 ? [`${figure(dearer, 1)} times the CPU`] : []),
    ]
    return parts.length
      ? [`- ${name}, ${sizeName(size)} devices: ${parts.join(' and ')} beside ${peer}.`]
      : []
  })
  return lines.join('\n') || 'Nothing of what was measured.'
}
