import type { AnyValue, Context, LogRecord, SpanContext } from '@opentelemetry/api'

/** OpenTelemetry severity numbers: the lowest number of each log level. */
const severities: Record<string, number> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 }

/**
 * Converts a log line without secrets to an OpenTelemetry log record. `contextOf` returns the context that
 * links the record to the span of the log line.
 */
export function toLogRecord(line: string, contextOf: (span: SpanContext) => Context): LogRecord {
  const { level, time, msg, err, trace_id, span_id, trace_flags, ...rest } = JSON.parse(line)
  return {
    timestamp: new Date(time),
    severityText: level,
    severityNumber: severities[level] ?? 0,
    body: msg,
    attributes: {
      ...(rest as Record<string, AnyValue>),
      ...(err && {
        'exception.type': err.type,
        'exception.message': err.message,
        'exception.stacktrace': err.stack,
      }),
    },
    ...(trace_id && {
      context: contextOf({ traceId: trace_id, spanId: span_id, traceFlags: Number(trace_flags) }),
    }),
  }
}
