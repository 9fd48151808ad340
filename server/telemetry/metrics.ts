import type { Attributes, HrTime } from '@opentelemetry/api'
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Sample = MetricValue<string> & { metricName?: string }
type Metric = MetricObjectWithValues<Sample>
type Sdk = typeof import('@opentelemetry/sdk-metrics')

/**
 * Returns a collector that exports the same metrics as /metrics under the same names, so that each metric is
 * defined only once. All values are cumulative since the start of the process.
 */
export function collectMetrics(
  registry: Registry,
  { AggregationTemporality, DataPointType }: Pick<Sdk, 'AggregationTemporality' | 'DataPointType'>,
): MetricProducer['collect'] {
  const startTime = hrTime(Date.now() - performance.now())

  function convertMetric({ name, help, type, values }: Metric, endTime: HrTime): MetricData[] {
    const unit = /_(seconds|bytes)(_|$)/.exec(name)?.[1]
    const base = {
      descriptor: {
        name,
        description: help,
        unit: { seconds: 's', bytes: 'By' }[unit ?? ''] ?? '',
        valueType: 1,
      },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const point = <T>(labels: Attributes, value: T): DataPoint<T> => ({
      startTime,
      endTime,
      attributes: labels,
      value,
    })
    const points = () => values.map(({ labels, value }) => point(labels as Attributes, value))
    // prom-client uses strings for metric types at run time, although its TypeScript types declare an enum.
    switch (String(type)) {
      case 'counter':
        return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }]
      case 'gauge':
        return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }]
      case 'histogram':
        return [
          {
            ...base,
            dataPointType: DataPointType.HISTOGRAM,
            dataPoints: histogramsOf(values).map(({ labels, value }) => point(labels, value)),
          },
        ]
      default:
        return []
    }
  }

  return async () => {
    const endTime = hrTime(Date.now())
    const registered = (await registry.getMetricsAsJSON()) as unknown as Metric[]
    const metrics = registered.flatMap((metric) => convertMetric(metric, endTime))
    return {
      resourceMetrics: {
        resource: undefined as never,
        scopeMetrics: [{ scope: { name: 'reeve' }, metrics }],
      },
      errors: [],
    }
  }
}

/**
 * Converts Prometheus histograms, whose buckets are cumulative, to OpenTelemetry histograms, whose buckets
 * are not.
 */
function histogramsOf(values: Sample[]): { labels: Attributes; value: Histogram }[] {
  const histograms = new Map<string, { labels: Attributes; value: Histogram; below: number }>()
  for (const { labels: all, metricName = '', value } of values) {
    const { le, ...labels } = all as Attributes
    const key = JSON.stringify(labels)
    const entry = histograms.get(key) ?? {
      labels,
      value: { buckets: { boundaries: [], counts: [] }, count: 0 },
      below: 0,
    }
    histograms.set(key, entry)
    if (metricName.endsWith('_sum')) entry.value.sum = value
    else if (metricName.endsWith('_count')) entry.value.count = value
    else {
      if (le !== '+Inf') entry.value.buckets.boundaries.push(Number(le))
      entry.value.buckets.counts.push(value - entry.below)
      entry.below = value
    }
  }
  return [...histograms.values()]
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
