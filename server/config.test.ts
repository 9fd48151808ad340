import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { isLoopback } from './core/loopback.ts'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

/** The minimum settings of a server that other machines can reach. */
const open = {
  HOST: '0.0.0.0',
  REEVE_PUBLIC_URL: 'https://reeve.example.com',
  REEVE_SMS_URL: 'https://sms.example.com/send',
  REEVE_MAIL_URL: 'smtp://mail.example.com/?from=reeve@example.com',
}

describe('readConfig', () => {
  it('needs no settings on a local machine', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      realm: 'reeve',
      databaseUrl: undefined,
      dataDir: './data',
      smsUrl: 'log:',
      mailUrl: 'log:',
      limits: 1,
      trustedOpeners: [],
      trustedProxies: [],
      webhookNetworks: [],
      identityNetworks: [],
      queryMethod: 'POST',
      deployment: 'platform',
      development: false,
      logLevel: 'info',
      defaultRegion: 'CN',
    })
  })

  it('converts settings to the types that the server uses', () => {
    const config = readConfig({
      ...open,
      PORT: '0',
      NODE_ENV: 'development',
      REEVE_DATABASE_URL: 'postgres://reeve:secret@db:5432/reeve',
      REEVE_ADMIN_PHONE: '138 0013 8000',
      REEVE_LIMITS: '2.5',
      REEVE_ALLOWED_OPENERS: 'https://A.example.com, http://b.example.com:8080/',
      REEVE_TRUSTED_PROXIES: '10.0.0.0/8 2001:db8::1',
      REEVE_DEVICE_SERVICE_URL: 'https://devices.example.com/',
      REEVE_QUERY_METHOD: 'GET',
      REEVE_SINGLE_ORGANIZATION: ' 某某公司 ',
    })
    expect(config).toMatchObject({
      port: 0,
      development: true,
      publicUrl: 'https://reeve.example.com',
      adminPhone: '+8613800138000',
      limits: 2.5,
      trustedOpeners: ['https://a.example.com', 'http://b.example.com:8080'],
      trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
      deviceServiceUrl: 'https://devices.example.com',
      queryMethod: 'GET',
      deployment: 'private',
      tenantName: '某某公司',
    })
  })

  it('treats an empty variable like a missing one', () => {
    expect(readConfig({ PORT: '', REEVE_ICP: '' })).toMatchObject({ port: 3000, icp: undefined })
  })

  it('reports all invalid settings in one sentence', () => {
    const env = { PORT: '70000', REEVE_LIMITS: '0', REEVE_SECOND_FACTOR: 'some', REEVE_LIMIT: '3' }
    expect(() => readConfig(env)).toThrow(
      'The configuration is invalid: REEVE_LIMIT is not a setting (did you mean REEVE_LIMITS?); PORT must be a whole number from 0 to 65535; ' +
        'REEVE_SECOND_FACTOR must be optional, administrators or required; REEVE_LIMITS must be a number above 0.',
    )
  })

  it('requires a version if external terms are configured', () => {
    const terms = { REEVE_TERMS_URL: 'https://example.com/terms' }
    const needed = 'REEVE_TERMS_VERSION is required if REEVE_TERMS_URL or REEVE_PRIVACY_URL is set'
    expect(faultsOf(terms)).toEqual([needed])
    expect(faultsOf({ REEVE_PRIVACY_URL: 'javascript:alert(1)', REEVE_TERMS_VERSION: 'v 1' })).toHaveLength(2)
    expect(readConfig({ ...terms, REEVE_TERMS_VERSION: 'v1' }).terms).toEqual({
      ...{ version: 'v1', termsUrl: terms.REEVE_TERMS_URL, privacyUrl: null },
    })
  })

  it('refuses the log: transport and requires a public URL if the server listens on the network', () => {
    expect(faultsOf({ HOST: '0.0.0.0' })).toEqual([
      'REEVE_SMS_URL must not be log: if HOST is not a loopback address',
      'REEVE_MAIL_URL must not be log: if HOST is not a loopback address',
      'REEVE_PUBLIC_URL is required if HOST is not a loopback address',
    ])
    expect(faultsOf({ ...open, REEVE_SMS_URL: 'log:x', REEVE_MAIL_URL: 'log:/x' })).toHaveLength(2)
    expect(faultsOf(open)).toEqual([])
    expect(faultsOf({ HOST: '::1' })).toEqual([])
    expect(faultsOf({ HOST: 'localhost' })).toEqual([])
  })

  it.each([
    ['HOST', 'two words'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['REEVE_PUBLIC_URL', 'reeve.example.com'],
    ['REEVE_PUBLIC_URL', 'https://reeve.example.com/path'],
    ['REEVE_PUBLIC_URL', 'https://user:pass@reeve.example.com'],
    ['REEVE_REALM', '../etc'],
    ['REEVE_DATABASE_URL', 'mysql://db/reeve'],
    ['REEVE_DATABASE_LISTEN_URL', 'postgres://db/reeve'],
    ['REEVE_DATABASE_READ_URL', 'postgres://db/reeve'],
    ['REEVE_SMS_URL', 'pigeon:'],
    ['REEVE_MAIL_URL', 'aliyun:key'],
    ['REEVE_ADMIN_PHONE', '12345'],
    ['REEVE_ADMIN_PHONE', '+861065529988'],
    ['REEVE_ADMIN_PASSWORD', 'short'],
    ['REEVE_SECURITY_CONTACT', 'security@example.com'],
    ['REEVE_LIMITS', '-1'],
    ['REEVE_LIMITS', '9'.repeat(400)],
    ['REEVE_ALLOWED_OPENERS', 'https://portal.example.com/path'],
    ['REEVE_ALLOWED_OPENERS', '*'],
    ['REEVE_TRUSTED_PROXIES', 'haproxy'],
    ['REEVE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['REEVE_DEVICE_SERVICE_URL', 'ftp://devices.example.com'],
    ['REEVE_DEPLOYMENT', 'cloud'],
    ['REEVE_SINGLE_ORGANIZATION', '\u0007'],
    ['REEVE_DATABASE_POOL_SIZE', '1'],
    ['REEVE_DATABASE_URL', 'postgres://db/reeve?sslmode=allow'],
    ['REEVE_DATABASE_URL', 'postgres://db/reeve?sslmode=verify-full&sslrootcert=/no/such/file'],
    ['REEVE_SESSION_IDLE', '30'],
    ['REEVE_SESSION_IDLE', '5m'],
    ['REEVE_SESSION_MAX', '91d'],
    ['REEVE_SELF_REGISTRATION', 'no'],
    ['REEVE_DEFAULT_LANGUAGE', 'fr'],
    ['REEVE_DEFAULT_TIME_ZONE', 'Asia/Peking'],
    ['HTTPS_PROXY', 'socks5://proxy'],
    ['REEVE_METRICS_TOKEN_FILE', '/no/such/file'],
    ['REEVE_MQTT_URL', 'http://broker'],
    ['REEVE_MQTT_URL', 'mqtt://broker'],
    ['REEVE_MQTT_PORT', '65536'],
    ['REEVE_METRICS_TOKEN', 'short'],
    ['REEVE_AUDIT_DAYS', '179'],
    ['REEVE_AUDIT_DAYS', '-1'],
    ['REEVE_AUDIT_DAYS', 'always'],
    ['REEVE_AUDIT_URL', 'syslog://host'],
    ['REEVE_AUDIT_SEAL_URL', 'seals.jsonl'],
    ['REEVE_DOCUMENTS_URL', 'https://s3.example.com/papers'],
    ['REEVE_DOCUMENTS_URL', 's3://KEY:SECRET@s3.example.com/papers?colour=red'],
    ['REEVE_LOG_LEVEL', 'loud'],
    ['REEVE_LOG_CLIENT', 'some'],
    ['REEVE_DEFAULT_PHONE_REGION', 'China'],
  ])('refuses %s=%s and names the setting', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} `))
  })

  it('never repeats a secret in an error message', () => {
    const message = faultsOf({
      REEVE_DATABASE_URL: 'mysql://reeve:hunter22@db/reeve',
      REEVE_ADMIN_PASSWORD: 'hunter',
      REEVE_METRICS_TOKEN: 'hunter23',
      REEVE_SMS_URL: 'ftp://hunter24@sms',
    }).join()
    expect(message).toContain('REEVE_ADMIN_PASSWORD')
    expect(message).not.toContain('hunter')
  })

  it('ignores settings that only tests use', () => {
    expect(faultsOf({ REEVE_TEST_DATABASE_URL: 'postgres://127.0.0.1/test' })).toEqual([])
  })
})

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost'])(
    'returns true for %s',
    (host) => {
      expect(isLoopback(host)).toBe(true)
    },
  )
  it.each(['0.0.0.0', '::', '10.0.0.1', 'example.com', '127.0.0.1.example.com'])(
    'returns false for %s',
    (host) => {
      expect(isLoopback(host)).toBe(false)
    },
  )
})

describe('the OpenTelemetry settings', () => {
  const messages = { REEVE_SMS_URL: 'file:sms', REEVE_MAIL_URL: 'file:mail' }
  const telemetryOf = (env: Record<string, string>) => readConfig({ ...messages, ...env }).telemetry

  it('export nothing until an endpoint or an exporter is set', () => {
    expect(telemetryOf({ OTEL_SERVICE_NAME: 'reeve' })).toBe(null)
    expect(telemetryOf({ OTEL_TRACES_EXPORTER: 'otlp' })).toMatchObject({
      traces: true,
      metrics: false,
      logs: false,
    })
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(telemetryOf(endpoint)).toMatchObject({ traces: true, metrics: true, logs: true })
    expect(telemetryOf({ ...endpoint, OTEL_LOGS_EXPORTER: 'none' })).toMatchObject({
      traces: true,
      logs: false,
    })
    expect(telemetryOf({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBe(null)
  })

  it('set the share of traces that is recorded', () => {
    const sampled = (name: string, share = '') =>
      telemetryOf({
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_TRACES_SAMPLER: name,
        OTEL_TRACES_SAMPLER_ARG: share,
      })
    expect(sampled('')).toMatchObject({ parentBased: true, ratio: 1 })
    expect(sampled('parentbased_traceidratio', '0.05')).toMatchObject({ parentBased: true, ratio: 0.05 })
    expect(sampled('always_off')).toMatchObject({ parentBased: false, ratio: 0 })
  })

  it('are validated', () => {
    const wrong = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_TRACES_SAMPLER_ARG: '5 %',
    }
    expect(faultsOf({ ...messages, ...wrong })).toEqual([
      'OTEL_METRICS_EXPORTER must be otlp or none',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http: or https: URL',
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, the only supported protocol',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ])
  })

  it('cannot export logs if the logs contain codes', () => {
    expect(faultsOf({ OTEL_LOGS_EXPORTER: 'otlp', REEVE_MAIL_URL: 'file:mail' })).toEqual([
      'REEVE_SMS_URL must not be log: if logs are exported. Set OTEL_LOGS_EXPORTER=none to turn the export off',
    ])
  })
})

describe('the brand settings', () => {
  it('have defaults, and are rejected if the color is unreadable or the logo is invalid', () => {
    expect(readConfig({}).brand).toEqual({ name: 'Reeve', logo: null, color: null, line: null, text: null })
    const set = readConfig({
      REEVE_BRAND_NAME: 'Harbour',
      REEVE_BRAND_COLOR: '#0A6E5C',
      REEVE_BRAND_LINE: 'One | Two',
      REEVE_BRAND_TEXT: 'Both',
    })
    expect(set.brand).toMatchObject({ name: 'Harbour', line: ['One', 'Two'], text: ['Both', 'Both'] })
    expect(
      faultsOf({ REEVE_BRAND_COLOR: '#FFD400', REEVE_BRAND_LOGO: './README.md', REEVE_BRAND_NAME: '\u0007' }),
    ).toHaveLength(3)
  })
})
