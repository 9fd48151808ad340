import { createHash } from 'node:crypto'
import { required } from '../../contract/required.ts'

/**
 * A value that varies around `middle` in the course of a day, with smaller random variations. The value is
 * rounded to `digits` decimal places.
 */
interface DailyCurve {
  middle: number
  swing: number
  digits: number
  unit?: string
}

const course = (middle: number, swing: number, digits: number, unit?: string): DailyCurve => ({
  ...{ middle, swing, digits },
  ...(unit && { unit }),
})

/** Daily curves of each product line. The keys are the first two letters of device ids. */
const courses: Readonly<Record<string, Readonly<Record<string, DailyCurve>>>> = {
  EG: {
    pressure: course(0.62, 0.09, 2, 'MPa'),
    flow: course(128, 52, 1),
    power: course(38, 14, 1),
    pumpTemperature: course(61, 7, 1),
    vibration: course(2.2, 0.6, 1),
    rssi: course(-74, 8, 0),
  },
  IC: {
    cpu: course(36, 18, 0),
    memory: course(61, 5, 0),
    disk: course(58, 2, 0),
    temperature: course(44, 6, 1),
    illuminance: course(420, 400, 0),
    rssi: course(-66, 6, 0),
    frameRate: course(24.6, 0.4, 1),
  },
  TH: {
    temperature: course(22.5, 4.5, 1),
    humidity: course(56, 12, 1),
    battery: course(84, 1, 0),
    rssi: course(-92, 8, 0),
  },
  VB: {
    vibration: course(2.4, 0.9, 2),
    speed: course(1482, 12, 0),
    temperature: course(47, 6, 1),
    noise: course(72, 5, 1),
  },
  PW: {
    voltage: course(227, 4, 1),
    current: course(46, 21, 1),
    power: course(28, 13, 1),
    powerFactor: course(0.93, 0.03, 3),
    frequency: course(50, 0.03, 2),
  },
  AI: {
    cpu: course(57, 25, 0),
    memory: course(68, 6, 0),
    disk: course(71, 1, 0),
    temperature: course(58, 8, 1),
  },
}

const minute = 60_000
const wave = (at: number, period: number, phase: number): number =>
  Math.sin((at / period + phase) * 2 * Math.PI)

/**
 * Returns the values that a demo device reports at a timestamp in milliseconds. The function is
 * deterministic, so live values continue the stored ones. Devices with an unknown id prefix report the values
 * of a sensor.
 */
export function reportedValues(
  id: string,
  at: number,
): Record<string, number | { value: number; unit: string }> {
  const phases = createHash('sha256').update(id).digest()
  const reported = Object.entries(courses[id.slice(0, 2)] ?? required(courses.TH, 'TH'))
  return Object.fromEntries(
    reported.map(([key, { middle, swing, digits, unit }], index) => {
      const [day, hours, minutes] = [0, 1, 2].map(
        (part) => required(phases[(index * 3 + part) % 32], 'item of phases') / 256,
      )
      const value =
        middle +
        swing *
          (0.6 * wave(at, 1_440 * minute, required(day, 'day') / 8) +
            0.25 * wave(at, 190 * minute, required(hours, 'hours')) +
            0.15 * wave(at, 47 * minute, required(minutes, 'minutes')))
      const rounded = Number(value.toFixed(digits))
      return [key, unit ? { value: rounded, unit } : rounded]
    }),
  )
}
