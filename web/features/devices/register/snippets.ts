/** Connection settings of a device. `password` is a placeholder if the password is no longer known. */
export interface Access {
  id: string
  password: string
  gateway: URL
}

export type Language = 'shell' | 'python' | 'js' | 'c'

export interface Snippet {
  name: string
  language: Language
  text: string
}

/** Comments in the example programs, in the viewer's language. */
export interface Comments {
  /** Comment above the file that contains the password. */
  file: string
  /** Comment above the code that publishes. */
  publish: string
}

export const isSecure = ({ protocol }: URL): boolean => protocol === 'mqtts:' || protocol === 'wss:'
const isWebSocket = ({ protocol }: URL): boolean => protocol === 'ws:' || protocol === 'wss:'

const ports: Record<string, string> = { 'mqtt:': '1883', 'mqtts:': '8883', 'ws:': '80', 'wss:': '443' }
export const portOf = ({ port, protocol }: URL): string => port || ports[protocol] || '1883'
/** Returns the host name without the brackets of an IPv6 address, as programs expect it. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const urlOf = (gateway: URL): string =>
  `${gateway.protocol}//${gateway.hostname}:${portOf(gateway)}${isWebSocket(gateway) ? gateway.pathname : ''}`

/** Quotes a shell argument. */
const quoted = (text: string): string =>
  /^[\w./:@%,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Returns a string literal that is valid in Python, JavaScript and C. JSON's escapes suffice, because the
 * texts contain no control characters.
 */
const literal = (text: string): string => JSON.stringify(text)

/** Returns the content of an .env file that programs and shells can read. */
export const envFile = ({ id, password, gateway }: Access): string =>
  [
    `MQTT_URL=${quoted(urlOf(gateway))}`,
    `MQTT_CLIENT_ID=${quoted(id)}`,
    `MQTT_USERNAME=${quoted(id)}`,
    `MQTT_PASSWORD=${quoted(password)}`,
    '',
  ].join('\n')

/**
 * Returns an example program in each language. Each program connects, reports that it is online, and sends a
 * report every minute.
 */
export function snippetsOf(access: Access, comments: Comments): Snippet[] {
  const { gateway } = access
  return [
    // mosquitto_pub is omitted for WebSocket URLs, because most of its released versions do not support them.
    ...(isWebSocket(gateway)
      ? []
      : [{ name: 'mosquitto', language: 'shell', text: mosquitto(access, comments) } as const]),
    { name: 'Python', language: 'python', text: python(access, comments) },
    { name: 'Node.js', language: 'js', text: node(access, comments) },
    { name: 'C (ESP-IDF)', language: 'c', text: c(access, comments) },
  ]
}

/**
 * The command reads the password from a file, because other users of the machine can see the arguments of
 * every process.
 */
function mosquitto({ id, password, gateway }: Access, { file, publish }: Comments): string {
  return `# ${file}
umask 077 && mkdir -p ~/.config/reeve
cat > ~/.config/reeve/mosquitto_pub <<'END'
-h ${hostOf(gateway)}
-p ${portOf(gateway)}
${isSecure(gateway) ? '--capath /etc/ssl/certs\n' : ''}-i ${id}
-u ${id}
-P ${password}
--will-topic devices/${id}/status
--will-payload offline
--will-qos 1
--will-retain
END

# ${publish}
XDG_CONFIG_HOME=~/.config/reeve mosquitto_pub -q 1 \\
  -t ${quoted(`devices/${id}/info`)} -m '{"temperature":21.4}' \\
  --repeat 1440 --repeat-delay 60
`
}

function python({ id, password, gateway }: Access, { publish }: Comments): string {
  const socket = isWebSocket(gateway)
  return `# pip install "paho-mqtt>=2"
import json
import time

import paho.mqtt.client as mqtt

DEVICE = ${literal(id)}
client = mqtt.Client(
    mqtt.CallbackAPIVersion.VERSION2, client_id=DEVICE${socket ? ', transport="websockets"' : ''}
)
client.username_pw_set(DEVICE, ${literal(password)})
${isSecure(gateway) ? 'client.tls_set()\n' : ''}${socket ? `client.ws_set_options(path=${literal(gateway.pathname)})\n` : ''}client.will_set(f"devices/{DEVICE}/status", "offline", qos=1, retain=True)


def on_connect(client, userdata, flags, reason, properties):
    print(reason)
    client.publish(f"devices/{DEVICE}/status", "online", qos=1, retain=True)
    client.publish(f"devices/{DEVICE}/versions", json.dumps({"firmware": "1.0.0"}), qos=1)


client.on_connect = on_connect
client.connect(${literal(hostOf(gateway))}, ${portOf(gateway)}, keepalive=60)
client.loop_start()
# ${publish}
while True:
    client.publish(f"devices/{DEVICE}/info", json.dumps({"temperature": 21.4}), qos=1)
    time.sleep(60)
`
}

function node({ id, password, gateway }: Access, { publish }: Comments): string {
  return `// npm install mqtt
import mqtt from 'mqtt'

const id = ${literal(id)}
const client = mqtt.connect(${literal(urlOf(gateway))}, {
  clientId: id,
  username: id,
  password: ${literal(password)},
  protocolVersion: 4,
  will: { topic: \`devices/\${id}/status\`, payload: 'offline', qos: 1, retain: true },
})
const publish = (kind, value) =>
  client.publish(\`devices/\${id}/\${kind}\`, JSON.stringify(value), { qos: 1 })
// ${publish}
const report = () => publish('info', { temperature: 21.4 })

client.on('connect', () => {
  client.publish(\`devices/\${id}/status\`, 'online', { qos: 1, retain: true })
  publish('versions', { firmware: '1.0.0' })
  report()
})
client.on('error', (error) => console.error(error.message))
setInterval(report, 60_000)
`
}

function c({ id, password, gateway }: Access, { publish }: Comments): string {
  const secure = isSecure(gateway)
  const topic = (kind: string) => literal(`devices/${id}/${kind}`)
  return `#include "mqtt_client.h"
${secure ? '#include "esp_crt_bundle.h"\n' : ''}
static const esp_mqtt_client_config_t config = {
    .broker.address.uri = ${literal(urlOf(gateway))},
${secure ? '    .broker.verification.crt_bundle_attach = esp_crt_bundle_attach,\n' : ''}    .credentials.client_id = ${literal(id)},
    .credentials.username = ${literal(id)},
    .credentials.authentication.password = ${literal(password)},
    .session.last_will = {
        .topic = ${topic('status')}, .msg = "offline", .qos = 1, .retain = 1,
    },
};

void reeve_start(void) {
    esp_mqtt_client_handle_t client = esp_mqtt_client_init(&config);
    esp_mqtt_client_start(client);
    esp_mqtt_client_enqueue(client, ${topic('status')}, "online", 0, 1, 1, true);
    // ${publish}
    esp_mqtt_client_enqueue(client, ${topic('info')},
                            "{\\"temperature\\":21.4}", 0, 1, 0, true);
}
`
}
