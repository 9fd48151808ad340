import type { Attributes, HrTime } from '@opentelemetry/api'
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Sample = MetricValue<string> & { metricName?: string }
type Figure = MetricObjectWithValues<Sample>
type Sdk = typeof import('@opentelemetry/sdk-metrics')

/** The figures of /metrics, under the same names: what is counted is defined once. All of them since the process began. */
export function figuresOf(
  registry: Registry,
  { AggregationTemporality, DataPointType }: Pick<Sdk, 'AggregationTemporality' | 'DataPointType'>,
): MetricProducer['collect'] {
  const startTime = hrTime(Date.now() - performance.now())

  function metricOf({ name, help, type, values }: Figure, endTime: HrTime): MetricData[] {
    const unit = /_(seconds|bytes)(_|$)/.exec(name)?.[1]
    const described = {
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
    // prom-client names kinds by strings at run time, whatever its types say.
    switch (String(type)) {
      case 'counter':
        return [{ ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }]
      case 'gauge':
        return [{ ...described, dataPointType: DataPointType.GAUGE, dataPoints: points() }]
      case 'histogram':
        return [
          {
            ...described,
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
    const figures = (await registry.getMetricsAsJSON()) as unknown as Figure[]
    const metrics = figures.flatMap((figure) => metricOf(figure, endTime))
    return {
      resourceMetrics: {
        resource: undefined as never,
        scopeMetrics: [{ scope: { name: 'reeve' }, metrics }],
      },
      errors: [],
    }
  }
}

/** Prometheus counts in each bucket what is in those below, too; OpenTelemetry does not. */
function histogramsOf(values: Sample[]): { labels: Attributes; value: Histogram }[] {
  const found = new Map<string, { labels: Attributes; value: Histogram; below: number }>()
  for (const { labels: all, metricName = '', value } of values) {
    const { le, ...labels } = all as Attributes
    const key = JSON.stringify(labels)
    const one = found.get(key) ?? {
      labels,
      value: { buckets: { boundaries: [], counts: [] }, count: 0 },
      below: 0,
    }
    found.set(key, one)
    if (metricName.endsWith('_sum')) one.value.sum = value
    else if (metricName.endsWith('_count')) one.value.count = value
    else {
      if (le !== '+Inf') one.value.buckets.boundaries.push(Number(le))
      one.value.buckets.counts.push(value - one.below)
      one.below = value
    }
  }
  return [...found.values()]
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
