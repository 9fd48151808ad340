import * as v from 'valibot'
import { hasScheme, text } from './config.shapes.ts'
import type { TelemetrySettings } from './telemetry/start.ts'

// The OpenTelemetry environment variables that are supported, as specified at
// opentelemetry.io/docs/specs/otel/configuration.

const exporter = v.optional(v.picklist(['otlp', 'none'], 'must be otlp or none'))
const endpoint = v.optional(
  text('must be an http: or https: URL', (url) => hasScheme(url, 'http:', 'https:')),
)
const protocol = v.optional(
  v.picklist(['http/protobuf'], 'must be http/protobuf, the only supported protocol'),
)
const milliseconds = (fallback: string) =>
  v.optional(
    v.pipe(
      text('must be a number of milliseconds, 1 or more', (digits) => /^[1-9]\d{0,8}$/.test(digits)),
      v.transform(Number),
    ),
    fallback,
  )
const samplers = ['always_on', 'always_off', 'traceidratio'] as const

export const telemetryVariables = {
  OTEL_SDK_DISABLED: v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'false'),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_LOGS_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: protocol,
  OTEL_TRACES_SAMPLER: v.optional(
    v.picklist(
      samplers.flatMap((name) => [name, `parentbased_${name}` as const]),
      'must be always_on, always_off or traceidratio, optionally after parentbased_',
    ),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      text('must be a number from 0 to 1', (share) => /^(0|1|0?\.\d+|1\.0+|0\.\d+)$/.test(share)),
      v.transform(Number),
    ),
    '1',
  ),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds('5000'),
  OTEL_BLRP_SCHEDULE_DELAY: milliseconds('1000'),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds('60000'),
}

type Variables = {
  [Name in keyof typeof telemetryVariables]: v.InferOutput<(typeof telemetryVariables)[Name]>
}

/** Returns which signals are enabled. A signal is enabled if its exporter is set or if it has an endpoint. */
function signalsOf(read: Partial<Variables>) {
  const isOn = (signal: 'TRACES' | 'METRICS' | 'LOGS') => {
    const address = read.OTEL_EXPORTER_OTLP_ENDPOINT ?? read[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]
    const exporter = read[`OTEL_${signal}_EXPORTER`] ?? (address ? 'otlp' : 'none')
    return exporter === 'otlp' && read.OTEL_SDK_DISABLED !== 'true'
  }
  return { traces: isOn('TRACES'), metrics: isOn('METRICS'), logs: isOn('LOGS') }
}

/** Returns the telemetry settings, or null if telemetry is off. */
export function telemetryOf(values: Variables): TelemetrySettings | null {
  const signals = signalsOf(values)
  if (!Object.values(signals).includes(true)) return null
  const sampler = values.OTEL_TRACES_SAMPLER
  return {
    ...signals,
    parentBased: sampler.startsWith('parentbased_'),
    ratio: sampler.endsWith('_off') ? 0 : sampler.endsWith('_on') ? 1 : values.OTEL_TRACES_SAMPLER_ARG,
    delay: {
      traces: values.OTEL_BSP_SCHEDULE_DELAY,
      metrics: values.OTEL_METRIC_EXPORT_INTERVAL,
      logs: values.OTEL_BLRP_SCHEDULE_DELAY,
    },
  }
}

type Transports = { REEVE_SMS_URL?: string; REEVE_MAIL_URL?: string }

/**
 * Returns a fault if logs are exported while a `log:` transport prints whole messages including codes. Such a
 * transport is meant for a developer's terminal, so its output must not reach a log collector.
 */
export function telemetryFaults(read: Partial<Variables> & Transports): string[] {
  if (!signalsOf(read).logs) return []
  return (['REEVE_SMS_URL', 'REEVE_MAIL_URL'] as const)
    .filter((name) => read[name]?.startsWith('log:'))
    .map(
      (name) =>
        `${name} must not be log: if logs are exported. Set OTEL_LOGS_EXPORTER=none to turn the export off`,
    )
}
