// Receives Padrón's webhooks and looks at their signature, in plain Node (20 or newer): WEBHOOK_SECRET=whsec_… node
// webhook-receiver.mjs It answers first and works later: Padrón waits ten seconds, and tries again whatever it does
// not see answered with 2xx.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env
if (!WEBHOOK_SECRET.startsWith('whsec_'))
  throw new Error('Defina WEBHOOK_SECRET: el secreto que Padrón mostró al agregar el webhook')
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64')

const TOLERANCE_SECONDS = 300
const BODY_BYTES = 1_000_000

/** Of the bytes as they came: an event that was parsed and written again is another text. */
const isGenuine = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers
  // One that was recorded and is sent again later is not taken.
  if (!id || Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_SECONDS) return false
  const right = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest()
  // There are two for a day when the secret is changed, three when it is changed twice.
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return each.startsWith('v1,') && given.length === right.length && timingSafeEqual(given, right)
  })
}

/** An event may come twice: whoever works on it must know those it has seen. A real one keeps them in its database. */
const seen = new Set()

const receive = ({ id, type, data }) => {
  if (seen.has(id)) return
  seen.add(id)
  process.stdout.write(`${type} ${data.vehicle?.plate ?? ''} ${JSON.stringify(data)}\n`)
}

const answer = async (request, response) => {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_BYTES) return response.writeHead(413).end()
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  if (request.method !== 'POST' || !isGenuine(request.headers, body)) return response.writeHead(401).end()
  response.writeHead(204).end()
  receive(JSON.parse(body.toString('utf8')))
}

const server = createServer((request, response) => {
  // Whoever hangs up in the middle of a body ends that call; a rejection that nobody takes would end the process.
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    if (!response.writableEnded) response.destroy()
  })
})
server.listen(Number(PORT), () => process.stdout.write(`Escucha en el puerto ${server.address().port}\n`))
