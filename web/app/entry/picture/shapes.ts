import { required } from '../../../../contract/required.ts'
/** Layout of the illustration, in px of its viewBox. `unit` is 1/28 of the logo's size. */
export interface Shape {
  width: number
  height: number
  unit: number
  /** Position of the R's upper left corner. */
  left: number
  top: number
  /**
   * Distance between two lines, in units. The value is chosen so that the innermost line fits evenly into the
   * bowl of the R, and the lines around the foot and the stem do not touch.
   */
  gap: number
  tile: number
  radius: number
  foot: number
  letter: number
  /**
   * Positions of the devices on the lines: x, y, and the kind of the device (1 for highlighted, 2 for
   * offline).
   */
  points: readonly (readonly [x: number, y: number, kind?: 1 | 2])[]
}

/** Layout of the illustration next to the form. */
export const side: Shape = {
  width: 720,
  height: 900,
  unit: 36,
  left: 189,
  top: 180,
  gap: 0.628,
  tile: 48,
  radius: 12,
  foot: 14,
  letter: 18,
  points: [
    [72, 111],
    [228, 90],
    [336, 112, 1],
    [484, 87],
    [677, 180],
    [121, 216],
    [31, 270],
    [576, 231],
    [621, 345],
    [99, 342, 1],
    [144, 446],
    [297, 248, 1],
    [439, 242],
    [302, 328],
    [375, 385],
    [234, 411],
    [610, 456, 1],
    [326, 520],
    [15, 524],
    [655, 579, 2],
    [297, 588],
    [103, 605],
    [446, 614, 1],
    [599, 633],
    [607, 683],
    [132, 670],
    [263, 686, 1],
    [422, 717],
    [189, 747],
    [77, 776],
  ],
}

/** Layout of the illustration above the form, in a window of medium width. */
export const band: Shape = {
  width: 768,
  height: 360,
  unit: 18,
  left: 448,
  top: 96,
  gap: 0.913,
  tile: 36,
  radius: 9,
  foot: 10,
  letter: 14,
  points: [
    [363, 46],
    [468, 30],
    [522, 47],
    [729, 78],
    [399, 114],
    [655, 115],
    [333, 141],
    [502, 145, 1],
    [568, 136],
    [382, 177, 1],
    [527, 178],
    [684, 180],
    [300, 204],
    [481, 211],
    [681, 246, 1],
    [321, 279],
    [516, 276],
    [710, 284, 2],
    [386, 302],
    [569, 320, 1],
    [668, 323],
    [406, 349],
    [526, 347],
  ],
}

/**
 * Numbers of the first and the last line around the R. A line's number is its distance from the R in gaps.
 */
export const levels = { first: 2, last: 14 } as const

/**
 * Returns the R of the logo as an SVG path. The foot is a line of zero length, which round line caps render
 * as a circle.
 */
export function fieldOf({ unit, left, top }: Shape): string {
  const bowl = 4.1 * unit
  const foot = top + 12.6 * unit
  return [
    `M${left} ${top + 2 * bowl}V${top}h${5.4 * unit}a${bowl} ${bowl} 0 0 1 0 ${2 * bowl}H${left}`,
    `M${left + 5 * unit} ${top + 2 * bowl}l${4.5 * unit} ${4.4 * unit}`,
    `M${left} ${foot}h0`,
  ].join('')
}

/** Returns the positions of the organizations on the R. The last position is the end of the R's leg. */
export const placesOf = ({ unit, left, top }: Shape): [x: number, y: number][] =>
  [
    [0, 0],
    [9.5, 4.1],
    [0, 8.2],
    [5, 8.2],
    [9.5, 12.6],
  ].map(([x, y]) => [left + required(x, 'x') * unit, top + required(y, 'y') * unit])
