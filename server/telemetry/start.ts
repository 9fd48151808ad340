import type { Registry } from 'prom-client'
import { programVersion } from '../version.ts'
import { toLogRecord } from './log-records.ts'
import { collectMetrics } from './metrics.ts'
import { setTracer } from './trace.ts'

/**
 * The settings from OpenTelemetry's environment variables that Reeve reads itself. The OpenTelemetry packages
 * read the other variables: endpoints, headers and certificates.
 */
export interface TelemetrySettings {
  traces: boolean
  metrics: boolean
  logs: boolean
  /** Whether to follow the sampling decision of the caller's trace. */
  parentBased: boolean
  /** Fraction of traces to sample, from 0 to 1. */
  ratio: number
  /** Milliseconds between two exports of each signal. */
  delay: { traces: number; metrics: number; logs: number }
}

export interface Telemetry {
  line?(line: string): void
  /** Exports buffered data and stops telemetry. Takes at most a few seconds. */
  stop(): Promise<void>
}

interface Dependencies {
  registry: Registry
  /** Called when the exports of a signal start to fail, and when they succeed again. */
  report(text: string): void
}

/**
 * Loads the OpenTelemetry packages of the enabled signals only, and exports the signals by OTLP over HTTP.
 */
export async function startTelemetry(
  settings: TelemetrySettings,
  dependencies: Dependencies,
): Promise<Telemetry> {
  const closing: (() => Promise<void>)[] = []
  const { ROOT_CONTEXT, trace } = await import('@opentelemetry/api')
  const resource = await describeServer()
  const telemetry: Telemetry = {
    async stop() {
      setTracer(undefined)
      await Promise.allSettled(closing.map((close) => close()))
    },
  }

  if (settings.traces) {
    const sdk = await import('@opentelemetry/sdk-trace')
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
    const root = new sdk.TraceIdRatioBasedSampler(settings.ratio)
    const exporter = reportFailures('traces', new OTLPTraceExporter(), dependencies)
    const provider = new sdk.TracerProvider({
      resource,
      sampler: settings.parentBased ? new sdk.ParentBasedSampler({ root }) : root,
      spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.delay.traces })],
    })
    const tracer = provider.getTracer('reeve')
    setTracer(({ name, ...options }, parent) =>
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
          exporter: reportFailures('metrics', new OTLPMetricExporter(), dependencies),
          metricProducers: [{ collect: collectMetrics(dependencies.registry, sdk) }],
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
    const exporter = reportFailures('logs', new OTLPLogExporter(), dependencies)
    const provider = new sdk.LoggerProvider({
      resource,
      processors: [new sdk.BatchLogRecordProcessor({ exporter, scheduledDelayMillis: settings.delay.logs })],
    })
    const logger = provider.getLogger('reeve')
    telemetry.line = (line) =>
      logger.emit(toLogRecord(line, (span) => trace.setSpanContext(ROOT_CONTEXT, span)))
    closing.push(() => provider.shutdown())
  }
  return telemetry
}

/**
 * Returns the resource that describes this server. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override
 * its default attributes.
 */
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

/**
 * Reports when the exports of a signal start to fail and when they succeed again, but not each failed batch.
 * The OpenTelemetry packages themselves do not report failures.
 */
function reportFailures<Items, Result extends { code: number }, E extends Exporter<Items, Result>>(
  signal: string,
  exporter: E & Exporter<Items, Result>,
  { report }: Dependencies,
): E {
  const send = exporter.export.bind(exporter)
  let failing = false
  exporter.export = (items, done) =>
    send(items, (result) => {
      const fails = result.code !== 0
      if (fails !== failing) report(fails ? `${signal} cannot be exported` : `${signal} are exported again`)
      failing = fails
      done(result)
    })
  return exporter
}
