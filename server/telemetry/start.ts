import type { Registry } from 'prom-client'
import { programVersion } from '../version.ts'
import { figuresOf } from './figures.ts'
import { recordOf } from './lines.ts'
import { traceWith } from './trace.ts'

/** What of OpenTelemetry's variables is ours to read; its packages read the rest: addresses, headers, certificates. */
export interface TelemetrySettings {
  traces: boolean
  metrics: boolean
  logs: boolean
  /** Heeds what the caller's own trace was decided to be. */
  parentBased: boolean
  /** The share of traces that is kept, 0 to 1. */
  ratio: number
  /** ms between two exports */
  delay: { traces: number; metrics: number; logs: number }
}

export interface Telemetry {
  /** Takes each line of the log. */
  line?(line: string): void
  /** Sends what waits, for some seconds at most. */
  stop(): Promise<void>
}

interface Means {
  registry: Registry
  /** Told when a signal can no longer be sent, and when it can again. */
  say(text: string): void
}

/** Loads OpenTelemetry, for the signals that are asked for alone, and sends them by OTLP over HTTP. */
export async function startTelemetry(settings: TelemetrySettings, means: Means): Promise<Telemetry> {
  const closing: (() => Promise<void>)[] = []
  const { ROOT_CONTEXT, trace } = await import('@opentelemetry/api')
  const resource = await describeServer()
  const telemetry: Telemetry = {
    async stop() {
      traceWith(undefined)
      await Promise.allSettled(closing.map((close) => close()))
    },
  }

  if (settings.traces) {
    const sdk = await import('@opentelemetry/sdk-trace')
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
    const root = new sdk.TraceIdRatioBasedSampler(settings.ratio)
    const exporter = watched('traces', new OTLPTraceExporter(), means)
    const provider = new sdk.TracerProvider({
      resource,
      sampler: settings.parentBased ? new sdk.ParentBasedSampler({ root }) : root,
      spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.delay.traces })],
    })
    const tracer = provider.getTracer('reeve')
    traceWith(({ name, ...options }, parent) =>
      tracer.startSpan(name, options, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
    )
    closing.push(() => provider.shutdown())
  }
  if (settings.metrics) {
    const sdk = await import('@opentelemetry/sdk-metrics')
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto')
    const provider = new sdk.MeterProvider({
      resource,
      readers: [
        new sdk.PeriodicExportingMetricReader({
          exporter: watched('metrics', new OTLPMetricExporter(), means),
          metricProducers: [{ collect: figuresOf(means.registry, sdk) }],
          exportIntervalMillis: settings.delay.metrics,
          exportTimeoutMillis: Math.min(settings.delay.metrics, 30_000),
        }),
      ],
    })
    closing.push(() => provider.shutdown())
  }
  if (settings.logs) {
    const sdk = await import('@opentelemetry/sdk-logs')
    const { OTLPLogExporter } = await import('@opentelemetry/exporter-logs-otlp-proto')
    const exporter = watched('logs', new OTLPLogExporter(), means)
    const provider = new sdk.LoggerProvider({
      resource,
      processors: [new sdk.BatchLogRecordProcessor({ exporter, scheduledDelayMillis: settings.delay.logs })],
    })
    const logger = provider.getLogger('reeve')
    telemetry.line = (line) => logger.emit(recordOf(line, (span) => trace.setSpanContext(ROOT_CONTEXT, span)))
    closing.push(() => provider.shutdown())
  }
  return telemetry
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES go before what we say of ourselves. */
async function describeServer() {
  const { detectResources, resourceFromAttributes, ...detectors } = await import('@opentelemetry/resources')
  const { serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector } = detectors
  return resourceFromAttributes({ 'service.name': 'reeve', 'service.version': programVersion() }).merge(
    detectResources({
      detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
    }),
  )
}

interface Exporter<Items, Result> {
  export(items: Items, done: (result: Result) => void): void
}

/** A collector that takes nothing is said once, not with each batch: the packages themselves keep silent. */
function watched<Items, Result extends { code: number }, E extends Exporter<Items, Result>>(
  signal: string,
  exporter: E & Exporter<Items, Result>,
  { say }: Means,
): E {
  const send = exporter.export.bind(exporter)
  let failing = false
  exporter.export = (items, done) =>
    send(items, (result) => {
      const fails = result.code !== 0
      if (fails !== failing) say(fails ? `${signal} cannot be exported` : `${signal} are exported again`)
      failing = fails
      done(result)
    })
  return exporter
}
