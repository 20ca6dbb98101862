// The page for people: whole HTML that names every portal and scenario, its script and style, «Probar», and the
// requests that it rejects.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type Simulator, startSimulator } from './test-process.ts'

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator()
})
afterAll(() => sim.stop())

const empty = new Set(['meta', 'link', 'input', '!doctype'])

/** The elements that are not closed in order. */
function unclosed(html: string): string[] {
  const open: string[] = []
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([!a-z][a-z0-9]*)[^>]*>/gi)) {
    if (empty.has(name.toLowerCase())) continue
    if (!closing) open.push(name)
    else if (open.at(-1) === name) open.pop()
    else return [...open, `/${name}`]
  }
  return open
}

it('names every portal and every scenario, in whole HTML', async () => {
  const { text, headers, status } = await sim.call('/')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(unclosed(text)).toEqual([])
  const { json } = await sim.call('/__control/scenarios')
  const [portals, scenarios] = [at(json, 'portals'), at(json, 'scenarios')]
  if (!Array.isArray(portals) || !Array.isArray(scenarios)) throw new Error('no portals')
  expect(portals.length).toBeGreaterThanOrEqual(10)
  for (const portal of portals) expect(text, portal).toContain(`data-portal="${portal}"`)
  for (const { name } of scenarios) expect(text, name).toContain(`<code>${name}</code>`)
  expect(text).toContain('<html lang="es">')
  // The option of a scenario shows its name and its effect.
  expect(text).toContain(
    '<option value="captcha" data-words="Una página de captcha con HTTP 200.">20 · Captcha</option>',
  )
  expect(text).not.toMatch(/<option value="([a-z-]+)"[^>]*>\d+ · \1</)
})

it('serves its own script and style, and loads nothing from other hosts', async () => {
  const { text } = await sim.call('/')
  expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  for (const [path, type] of [
    ['/__page/console.js', 'text/javascript'],
    ['/__page/console.css', 'text/css'],
  ] as const) {
    expect(text).toContain(path)
    const asset = await sim.call(path)
    expect([asset.status, asset.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
  }
})

it('tries every portal and shows the answer as plain text', async () => {
  const { json } = await sim.call('/__control/scenarios')
  const portals = at(json, 'portals')
  if (!Array.isArray(portals)) throw new Error('no portals')
  for (const portal of portals) {
    const { text, headers } = await sim.call(`/__control/try?portal=${portal}&plate=QQ02AA`)
    expect(headers.get('content-type'), portal).toBe('text/plain; charset=utf-8')
    expect(text, portal).toMatch(/^HTTP 20[02]$/m)
  }
  const cut = await sim.call('/__control/try?portal=verifik-simit&plate=QQ19AA')
  expect(cut.text).toContain('La conexión falló')
  expect((await sim.call('/__control/try?portal=toString')).status).toBe(400)
})

/** A bare request: fetch would not let a test set these headers. */
const bare = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = request(sim.base + path, { method, headers }, (incoming) => {
      incoming.resume()
      resolve(incoming.statusCode ?? 0)
    })
    outgoing.on('error', reject).end()
  })

it('rejects requests from the page of another site, and requests to another host name', async () => {
  const { host } = new URL(sim.base)
  expect(await bare('DELETE', '/__control/faults', { origin: 'https://example.com' })).toBe(403)
  expect(await bare('POST', '/__control/clock', { origin: 'null' })).toBe(403)
  expect(await bare('DELETE', '/__control/stats', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await bare('DELETE', '/__control/faults', { origin: `http://${host}` })).toBe(200)
  expect(await bare('GET', '/__control/faults', { host: 'rebound.example.com' })).toBe(403)
  expect(await bare('GET', '/', { host: 'rebound.example.com' })).toBe(403)
})
