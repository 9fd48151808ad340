import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { required } from '../../../contract/required.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

type Refusal = readonly [status: number, code: string]

/**
 * Starts a local S3 object storage with one bucket. It verifies the signature (Signature Version 4) of each
 * request according to the AWS documentation.
 */
export async function fakeS3() {
  const [id, secret, bucket, region] = ['AKTEST', 'se/cr+et=%', 'papers', 'cn-test']
  const objects = new Map<string, Buffer>()
  const calls: string[] = []
  /** Returns the error to send instead of the regular response, or undefined for the regular response. */
  let fault: ((method: string) => Refusal | undefined) | undefined
  let headers: Record<string, string> = {}

  /**
   * Verifies the signature of a request as described in
   * docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
   */
  function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Refusal | undefined {
    const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
    if (!given) return [403, 'AccessDenied']
    const [, credential = '', signed = '', signature] = given
    const names = signed.split(';')
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
      return [403, 'AccessDenied']
    const [key, ...scope] = credential.split('/')
    const date = String(headers['x-amz-date'])
    if (key !== id) return [403, 'InvalidAccessKeyId']
    if (scope.join('/') !== `${date.slice(0, 8)}/${region}/s3/aws4_request`)
      return [400, 'AuthorizationHeaderMalformed']
    const at = Date.parse(date.replace(/^(\d{4})(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
    if (!(Math.abs(Date.now() - at) < 900_000)) return [403, 'RequestTimeTooSkewed']
    if (method === 'PUT' && headers['content-length'] === undefined) return [411, 'MissingContentLength']
    if (headers['x-amz-content-sha256'] !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch']
    const [path, query = ''] = url.split('?')
    const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
    const canonical = [method, path, query, lines, signed, sha256(body)].join('\n')
    const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n')
    const signing = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`)
    return hmac(signing, toSign).toString('hex') === signature ? undefined : [403, 'SignatureDoesNotMatch']
  }

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { method = '', url = '' } = request
    calls.push(method)
    const name = url.startsWith(`/${bucket}/`) ? decodeURIComponent(url.slice(bucket.length + 2)) : null
    const refusal =
      fault?.(method) ??
      refusalOf(request, body) ??
      (name === null ? ([404, 'NoSuchBucket'] as const) : undefined) ??
      (method === 'GET' && !objects.has(required(name, 'name')) ? ([404, 'NoSuchKey'] as const) : undefined)
    if (refusal) {
      const [status, code] = refusal
      const said = `<Error><Code>${code}</Code><AWSAccessKeyId>${id}</AWSAccessKeyId></Error>`
      response.writeHead(status, { 'content-type': 'application/xml' }).end(said)
      return
    }
    const found = objects.get(required(name, 'name'))
    if (method === 'PUT') objects.set(required(name, 'name'), body)
    if (method === 'DELETE') objects.delete(required(name, 'name'))
    response.writeHead(method === 'DELETE' ? 204 : 200, headers).end(method === 'GET' ? found : '')
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    answer(request, Buffer.concat(chunks), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const settingFor = (secret: string, name = bucket) =>
    `s3://${id}:${encodeURIComponent(secret)}@${host}/${name}/licences?region=${region}`

  return {
    objects,
    /** HTTP methods of all requests so far, including refused ones. */
    calls,
    secret,
    /** Returns a value for REEVE_DOCUMENTS_URL with the given secret and bucket. */
    settingFor,
    setting: settingFor(secret),
    /** Makes requests fail with the error that `how` returns. Pass null to restore normal operation. */
    failBy(how: typeof fault | null) {
      fault = how ?? undefined
    },
    answerWith(given: Record<string, string>) {
      headers = given
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
