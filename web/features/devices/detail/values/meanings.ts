import type { words } from './words.ts'

type Name = keyof (typeof words)['zh'] & `name.${string}`

/**
 * How a value is presented: as a chart, as a row (for example coordinates), or as a duration (for example the
 * uptime).
 */
interface ValueFormat {
  name: Name
  unit: string
  as: 'curve' | 'row' | 'duration'
}

const meant = (name: Name, unit: string, as: ValueFormat['as'] = 'curve'): ValueFormat => ({ name, unit, as })

/**
 * Formats of common keys. docs/api/devices.md documents them for device developers. Keys are compared in
 * lower case without separators, so batteryVoltage equals battery_voltage.
 */
const meanings: Readonly<Record<string, ValueFormat>> = {
  temperature: meant('name.temperature', '°C'),
  temp: meant('name.temperature', '°C'),
  cputemperature: meant('name.cpuTemperature', '°C'),
  cputemp: meant('name.cpuTemperature', '°C'),
  pumptemperature: meant('name.pumpTemperature', '°C'),
  humidity: meant('name.humidity', '%'),
  pressure: meant('name.pressure', 'kPa'),
  flow: meant('name.flow', 'm³/h'),
  flowrate: meant('name.flow', 'm³/h'),
  level: meant('name.level', 'm'),
  liquidlevel: meant('name.level', 'm'),
  voltage: meant('name.voltage', 'V'),
  current: meant('name.current', 'A'),
  power: meant('name.power', 'kW'),
  activepower: meant('name.power', 'kW'),
  powerfactor: meant('name.powerFactor', ''),
  frequency: meant('name.frequency', 'Hz'),
  energy: meant('name.energy', 'kWh'),
  vibration: meant('name.vibration', 'mm/s'),
  speed: meant('name.speed', 'r/min'),
  noise: meant('name.noise', 'dB'),
  illuminance: meant('name.illuminance', 'lx'),
  co2: meant('name.co2', 'ppm'),
  pm25: meant('name.pm25', 'μg/m³'),
  battery: meant('name.battery', '%'),
  batterylevel: meant('name.battery', '%'),
  batteryvoltage: meant('name.batteryVoltage', 'V'),
  rssi: meant('name.rssi', 'dBm'),
  signal: meant('name.rssi', 'dBm'),
  cpu: meant('name.cpu', '%'),
  cpuload: meant('name.cpu', '%'),
  cpuusage: meant('name.cpu', '%'),
  memory: meant('name.memory', '%'),
  memoryusage: meant('name.memory', '%'),
  disk: meant('name.disk', '%'),
  diskusage: meant('name.disk', '%'),
  uptime: meant('name.uptime', 's', 'duration'),
  latitude: meant('name.latitude', '°', 'row'),
  lat: meant('name.latitude', '°', 'row'),
  longitude: meant('name.longitude', '°', 'row'),
  lng: meant('name.longitude', '°', 'row'),
  lon: meant('name.longitude', '°', 'row'),
  altitude: meant('name.altitude', 'm', 'row'),
  model: meant('name.model', '', 'row'),
  region: meant('name.region', '', 'row'),
  serial: meant('name.serial', '', 'row'),
  iccid: meant('name.iccid', '', 'row'),
  imei: meant('name.imei', '', 'row'),
}

const order = Object.keys(meanings)
const plain = (key: string): string => key.toLowerCase().replace(/[\s._-]/g, '')

/** Returns the format of a key, or undefined for an unknown key. */
export const meaningOf = (key: string): ValueFormat | undefined =>
  Object.hasOwn(meanings, plain(key)) ? meanings[plain(key)] : undefined

/** Compares two keys for sorting. Known keys come first, so that all devices show them in the same order. */
export function byMeaning(one: string, other: string): number {
  const position = (key: string) => (meaningOf(key) ? order.indexOf(plain(key)) : order.length)
  return position(one) - position(other) || one.localeCompare(other)
}
