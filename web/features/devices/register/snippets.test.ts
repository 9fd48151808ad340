import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { required } from '../../../../contract/required.ts'
import { type Access, envFile, hostOf, portOf, snippetsOf } from './snippets.ts'

const comments = { file: 'file', publish: 'publish' }
const access = (url: string, id = 'PT-2611-00907'): Access => ({
  id,
  password: '-k7Wd_secret',
  gateway: new URL(url),
})
const snippet = (name: string, credential: Access) =>
  snippetsOf(credential, comments).find((each) => each.name === name)?.text ?? ''

test('each code sample contains the password once, and the mosquitto sample does not pass it as an argument', () => {
  for (const { name, text } of snippetsOf(access('mqtt://mqtt.example.com'), comments))
    expect([name, text.split('-k7Wd_secret').length]).toEqual([name, 2])
  const command = snippet('mosquitto', access('mqtt://mqtt.example.com')).split('END\n')[1]
  expect(command).toContain('mosquitto_pub')
  expect(command).not.toContain('secret')
})

test('each code sample contains the host, port and TLS setting of the gateway', () => {
  const plain = access('mqtt://10.0.0.7:21883')
  const secure = access('mqtts://mqtt.example.com')
  expect(snippet('mosquitto', plain)).toContain('-h 10.0.0.7\n-p 21883\n-i PT')
  expect(snippet('mosquitto', secure)).toContain('-p 8883\n--capath /etc/ssl/certs\n')
  expect(snippet('Python', plain)).toContain('client.connect("10.0.0.7", 21883')
  expect(snippet('Python', plain)).not.toContain('tls_set')
  expect(snippet('Python', secure)).toContain('client.tls_set()')
  expect(snippet('Node.js', secure)).toContain('"mqtts://mqtt.example.com:8883"')
  expect(snippet('C (ESP-IDF)', secure)).toContain('esp_crt_bundle_attach')
  const socket = access('wss://mqtt.example.com/mqtt')
  expect(snippetsOf(socket, comments).map(({ name }) => name)).not.toContain('mosquitto')
  expect(snippet('Python', socket)).toContain('ws_set_options(path="/mqtt")')
  expect(snippet('Node.js', socket)).toContain('"wss://mqtt.example.com:443/mqtt"')
  expect([hostOf(new URL('mqtt://[::1]')), portOf(new URL('mqtt://[::1]'))]).toEqual(['::1', '1883'])
})

test('quotes special characters of a device ID as the language of each code sample requires', () => {
  const id = `a'b"c\\d$(e)`
  const credential = access('mqtt://h', id)
  const shell = `${envFile(credential)}\nprintf %s "$MQTT_CLIENT_ID|$MQTT_PASSWORD"`
  expect(execFileSync('sh', ['-c', shell]).toString()).toBe(`${id}|-k7Wd_secret`)
  expect(snippet('Node.js', credential)).toContain(`const id = ${JSON.stringify(id)}`)
  const [, topic] = required(/-t (.*) -m/.exec(snippet('mosquitto', credential)), 'match')
  expect(execFileSync('sh', ['-c', `printf %s ${topic}`]).toString()).toBe(`devices/${id}/info`)
})
