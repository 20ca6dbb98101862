// Shared by the tests: the simulator as a real process on a free port, and a query function per portal. Tests use HTTP
// only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

const DEFAULT_ENV = { SIMULATOR_PORT: '0', SIMULATOR_ASYNC_MS: '250', SIMULATOR_SLOW_MS: '300' }

/** Starts the process; `env` and `args` are added to the defaults of tests. */
export function startProcess(env: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...DEFAULT_ENV, ...env },
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  return { child, output, ended: once(child, 'exit') }
}

export type Reply = { status: number; headers: Headers; text: string; json: unknown }

async function read(response: Response): Promise<Reply> {
  const text = await response.text()
  const json: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

/** Walks into unknown JSON: at(json, 'data.soat.0.estado'). */
export function at(json: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
      json,
    )
}

const json = { 'content-type': 'application/json' }
const vin = '3N1CN8AE1RL000101'

/** The mark of a plate is also the start of its VIN. */
const vinOf = (plate: string): string => (plate.startsWith('QQ') ? plate.slice(0, 4) + vin.slice(4) : vin)

const POLL_MS = 20

/**
 * Polls like a client until there is a result or a refusal, at most as long as a result takes.
 * @param none the value in place of an unfinished result
 */
async function resultOf(poll: () => Promise<Reply>, none: null | undefined, longestMs: number): Promise<Reply> {
  for (let waited = 0; waited <= longestMs; waited += POLL_MS) {
    const reply = await poll()
    if (reply.json === undefined || at(reply.json, 'result') !== none) return reply
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return poll()
}

export async function startSimulator(env: Record<string, string> = {}) {
  const { child, output, ended } = startProcess(env)
  const asyncMs = Number(env.SIMULATOR_ASYNC_MS ?? DEFAULT_ENV.SIMULATOR_ASYNC_MS)
  while (!output.out.includes('\n')) {
    if (child.exitCode !== null) throw new Error(output.err)
    await Promise.race([once(child.stdout, 'data'), ended])
  }
  const base = output.out.trim().split(' ').at(-1) ?? ''
  const call = async (path: string, init: RequestInit = {}) => read(await fetch(base + path, init))
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

  const verifik = { authorization: 'Bearer demo-verifik' }
  const apitude = { 'x-api-key': 'demo-apitude' }
  const order = async (plate: string) =>
    post('/apitude/api/v1.0/requests/adeudos-mx/', { license_plate: plate }, apitude)
  const poll = (ordered: Reply) => call(`/apitude${at(ordered.json, 'url')}`, { headers: apitude })
  const done = async (ordered: Reply) =>
    ordered.status === 200 ? resultOf(() => poll(ordered), undefined, asyncMs) : ordered

  const placapi = (path: string, body: object) => post(`/placapi${path}`, body, { 'x-api-key': 'demo-placapi' })
  const owner = { docType: 'NIT', docNumber: '900123456' }
  const avitLogin = () => post('/avit/avit/login/', { usuario: 'anonimo', password: 'demo', consumidor: 'web' })
  const avitQuestion = (plate: string, headers: Record<string, string> = {}) =>
    post(
      '/avit/avit/home/findInfoHomePublic',
      { criterio: plate, response: '', tipoConsulta: '0', idTipoIdentificacion: '' },
      headers,
    )
  const openData = (set: string, plate: string, more: Record<string, string> = {}) =>
    call(`/socrata/resource/${set}.json?${new URLSearchParams({ $where: `upper(placa)='${plate}'`, ...more })}`)
  const lever = (path: string, body: object) => post(`/__control/${path}`, body)

  const rapidapi = async (plate: string, niv: string) => {
    const headers = {
      'x-rapidapi-key': 'demo-rapidapi',
      'x-rapidapi-host': 'informacion-vehiculos-de-mexico.p.rapidapi.com',
    }
    const accepted = await post('/rapidapi/consulta', { placas: plate, niv }, headers)
    const id = at(accepted.json, 'id')
    if (accepted.status !== 200 || id === undefined) return accepted
    return resultOf(() => call(`/rapidapi/consulta/${id}`, { headers }), null, asyncMs)
  }
  const ask = {
    nubarium: (plate: string) =>
      post(
        '/nubarium/mex/services/v1/validate-repuve',
        { vin: vinOf(plate), placa: plate },
        { authorization: `Basic ${btoa('demo:demo')}` },
      ),
    'verifik-mx': (plate: string) => call(`/verifik/v2/mx/vehiculo/placa?plate=${plate}`, { headers: verifik }),
    apitude: async (plate: string) => done(await order(plate)),
    'apitude-runt': async (plate: string) =>
      done(
        await post(
          '/apitude/api/v1.0/requests/runt-vehicle-co/',
          { document_type: 'placa', document_number: plate },
          apitude,
        ),
      ),
    rapidapi: (plate: string) => rapidapi(plate, vinOf(plate)),
    'verifik-simit': (plate: string) =>
      call(`/verifik/v2/co/simit/consultar/placa?plate=${plate}`, { headers: verifik }),
    'verifik-runt': (plate: string) =>
      call(`/verifik/v2/co/runt/vehicle-by-plate?plate=${plate}&documentType=NIT&documentNumber=900999123`, {
        headers: verifik,
      }),
    placapi: (plate: string) => placapi('/multas', { placa: plate, ...owner }),
    'placapi-runt': (plate: string) => placapi('/consulta', { placa: plate, ...owner }),
    'placapi-mx': (plate: string) => placapi('/vehiculo-mx', { placa: plate }),
    avit: async (plate: string) => {
      const login = await avitLogin()
      const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      return avitQuestion(plate, { cookie })
    },
    'datos-gov-co': (plate: string) => openData('72nf-y4v3', plate),
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { base, call, post, ask, order, poll, placapi, rapidapi, avitLogin, avitQuestion, openData, lever, stop }
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>
