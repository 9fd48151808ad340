import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { secretSettings } from './config.names.ts'
import { settings } from './config.settings.ts'
import { ConfigError, readConfig } from './config.ts'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('environment variables', () => {
  it('are ignored if Kubernetes sets them for the Services of a namespace', () => {
    const address = 'tcp://10.96.0.7:80'
    const links = {
      REEVE_SERVICE_HOST: '10.96.0.7',
      REEVE_SERVICE_PORT: '80',
      REEVE_SERVICE_PORT_HTTP: '80',
      REEVE_PORT: address,
      REEVE_PORT_80_TCP: address,
      REEVE_PORT_80_TCP_PROTO: 'tcp',
      REEVE_PORT_80_TCP_PORT: '80',
      REEVE_PORT_80_TCP_ADDR: '10.96.0.7',
      REEVE_DEVICES_SERVICE_HOST: '10.96.0.8',
      REEVE_DEVICES_PORT: 'udp://10.96.0.8:1883',
      REEVE_DEVICES_PORT_1883_UDP_ADDR: '10.96.0.8',
    }
    expect(readConfig(links)).toMatchObject({ host: '127.0.0.1', port: 3000 })
    // For a Kubernetes Service called reeve-mqtt, Kubernetes sets the variable REEVE_MQTT_PORT, which is also
    // the name of a setting.
    expect(readConfig({ REEVE_MQTT_PORT: 'tcp://10.96.0.9:1883' }).mqttPort).toBe(undefined)
    expect(faultsOf({ REEVE_DEVICES_PORT: '1883' })).toHaveLength(1)
    expect(readConfig({ PORT: '3000', REEVE_PORT: '8080', REEVE_HOST: '::1' })).toMatchObject({
      ...{ host: '::1', port: 8080 },
    })
  })

  it('are accepted if they belong to the examples or to Compose', () => {
    const others = ['REEVE_URL', 'REEVE_USERNAME', 'REEVE_PASSWORD', 'REEVE_VERSION', 'REEVE_DEV_SERVER']
    expect(faultsOf(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  })

  it.each([
    ['REEVE_PUBLIC_URI', 'REEVE_PUBLIC_URL'],
    ['REEVE_DATABASEURL', 'REEVE_DATABASE_URL'],
    ['REEVE_MQTT_PORTS', 'REEVE_MQTT_PORT'],
  ])('are rejected with a suggestion if their name is misspelled: %s', (name, right) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([`${name} is not a setting (did you mean ${right}?)`])
  })
})

describe('settings under the names of the previous release', () => {
  it('still work, and cause warnings', () => {
    const former = {
      REEVE_SMS_URL_2: 'file:sms',
      REEVE_IP_DATA: '',
      REEVE_SEAL_URL: 'file:///var/log/seals',
      REEVE_PAPERS_URL: 's3://KEY:SECRET@s3.example.com/papers',
      REEVE_TRUSTED_OPENERS: 'https://portal.example.com',
      REEVE_DEFAULT_REGION: 'US',
      REEVE_DEPLOYMENT: 'private',
      REEVE_TENANT_NAME: '某某公司',
      REEVE_SECOND_FACTOR: 'admins',
    }
    const config = readConfig(former)
    expect(config).toMatchObject({
      smsUrl2: 'file:sms',
      sealUrl: 'file:///var/log/seals',
      documentsUrl: former.REEVE_PAPERS_URL,
      trustedOpeners: ['https://portal.example.com'],
      defaultRegion: 'US',
      deployment: 'private',
      tenantName: '某某公司',
      secondFactor: 'admins',
    })
    expect(config.warnings).toHaveLength(7)
    expect(config.warnings).toContain(
      'REEVE_SEAL_URL has been renamed to REEVE_AUDIT_SEAL_URL; the former name works until 0.4.0',
    )
    expect(readConfig({ REEVE_DEPLOYMENT: 'platform' })).toMatchObject({
      deployment: 'platform',
      warnings: [],
    })
  })

  it('are refused if the current setting is also set', () => {
    expect(faultsOf({ REEVE_SMS_URL_2: 'file:a', REEVE_SMS_FALLBACK_URL: 'file:b' })).toEqual([
      'REEVE_SMS_URL_2 is the former name of REEVE_SMS_FALLBACK_URL: set only REEVE_SMS_FALLBACK_URL',
    ])
    expect(faultsOf({ REEVE_DEPLOYMENT: 'private' })).toEqual([
      'REEVE_TENANT_NAME is required if REEVE_DEPLOYMENT is private',
    ])
  })
})

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (text: string) => {
    const path = join(folder, `${text.length}`)
    writeFileSync(path, text)
    return path
  }

  it('are read from the path in NAME_FILE, without a trailing newline', () => {
    for (const name of secretSettings) expect(faultsOf({ [`${name}_FILE`]: '' })).toEqual([])
    const config = readConfig({
      REEVE_METRICS_TOKEN_FILE: file('a-token-of-the-file\n'),
      REEVE_DATABASE_URL_FILE: file('postgres://reeve:secret@db/reeve'),
    })
    expect(config.metricsToken).toBe('a-token-of-the-file')
    expect(config.databaseUrl).toBe('postgres://reeve:secret@db/reeve')
  })

  it('are rejected if the file is empty or missing, or if the plain setting is also set', () => {
    const path = file('a-token-of-the-file')
    expect(faultsOf({ REEVE_METRICS_TOKEN: 'x'.repeat(16), REEVE_METRICS_TOKEN_FILE: path })).toEqual([
      'REEVE_METRICS_TOKEN and REEVE_METRICS_TOKEN_FILE cannot both be set',
    ])
    expect(faultsOf({ REEVE_METRICS_TOKEN_FILE: file('') })).toEqual([
      'REEVE_METRICS_TOKEN_FILE names an empty file',
    ])
    expect(faultsOf({ REEVE_METRICS_TOKEN_FILE: '/no/such/file' })).toEqual([
      'REEVE_METRICS_TOKEN_FILE names a file that cannot be read (ENOENT)',
    ])
    expect(faultsOf({ REEVE_LOG_LEVEL_FILE: path })).toHaveLength(1)
  })

  it('can be used for every secret setting', () => {
    const secret = Object.keys(settings).filter((name) =>
      /^REEVE_.*(PASSWORD|TOKEN|(SMS|MAIL|DATABASE|MQTT|AUDIT|DOCUMENTS|SEAL|FALLBACK|LISTEN|READ)_URL)$/.test(
        name,
      ),
    )
    expect(secretSettings).toEqual(expect.arrayContaining(secret))
  })
})

describe('warnings about settings', () => {
  it.each([
    [{ REEVE_LIMITS: '1000' }, 'REEVE_LIMITS is 1000: it multiplies the rate limits per network'],
    [{ REEVE_TRUSTED_PROXIES: '10.0.0.7 10.0.0.0/8' }, 'REEVE_TRUSTED_PROXIES contains 10.0.0.0/8: anyone'],
    [{ REEVE_DATABASE_URL: 'postgres://db/reeve?sslmode=require' }, 'REEVE_DATABASE_URL has an sslmode'],
  ])('are shown for %o', (env, says) => {
    expect(readConfig(env as Record<string, string>).warnings).toEqual([expect.stringContaining(says)])
  })

  it('are not shown for default values or for the IP address of a proxy', () => {
    expect(
      readConfig({ REEVE_TRUSTED_PROXIES: '10.0.3.7 172.30.0.0/24', REEVE_LIMITS: '1' }).warnings,
    ).toEqual([])
  })
})

it('verifies the certificate of the database with sslmode=require, but not with sslmode=disable', () => {
  const url = (mode: string) =>
    readConfig({ REEVE_DATABASE_URL: `postgres://db/reeve?sslmode=${mode}` }).databaseUrl
  expect(url('require')).toBe('postgres://db/reeve?sslmode=verify-full')
  expect(url('disable')).toBe('postgres://db/reeve?sslmode=disable')
})
