// A client of Padrón's API in plain Node (20 or newer), without packages: a token, pages, and waiting when it is
// asked to.
import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 5

/** An answer that is not the wanted one; `title` is a sentence in Spanish. */
export class PadronError extends Error {
  constructor(status, title, errors = []) {
    super([`${status}: ${title}`, ...errors.map(({ path, message }) => `  ${path}: ${message}`)].join('\n'))
    this.status = status
  }
}

/** Too many calls, or a moment in which it cannot answer: it says when to come back. */
const comesBack = (status) => status === 429 || status === 503

const problemOf = async (response) => {
  const { title = response.statusText, errors } = await response.json().catch(() => ({}))
  return new PadronError(response.status, title, errors)
}

/** @param base the installation, `https://padron.ejemplo.mx` @param token of the screen «Tokens de acceso» */
export const padron = (base, token) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (method, path, body) => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(new URL(path, base), { method, headers, body: body && JSON.stringify(body) })
      if (response.ok) return response.json()
      if (!comesBack(response.status) || attempt === TRIES) throw await problemOf(response)
      await pause(Number(response.headers.get('retry-after') ?? attempt) * 1000)
    }
  }

  /** Vehicles of a filter, a page after another. `{ debts: {} }`: those that owe something. */
  async function* vehicles(filter, pageSize = 100) {
    for (let page = 1; ; page++) {
      const pagination = { page, pageSize, sortBy: 'plate', sortFilterOrder: 'asc' }
      const found = await ask('POST', '/api/v2/vehicleAsset', { vehicleClass: filter, pagination })
      yield* found.vehicles
      if (page * pageSize >= found.totalCount) return
    }
  }

  /** Orders a workbook of a filter's vehicles and waits until it is done. @returns its bytes and its name */
  const report = async (filter, mails, everyMs = 2000) => {
    const { queueItemId } = await ask('POST', '/api/v2/vehiclesReport', { vehicleClass: filter, mails })
    for (;;) {
      const { queueInformation } = await ask('GET', '/api/v2/getQueueItems')
      const job = queueInformation.queueList.find(({ _id }) => _id === queueItemId)
      if (job?.errorDateTime || job?.cancelled) throw new Error(job.errorMessage ?? 'El trabajo se canceló')
      if (job?.fileUrl) return { name: job.fileName, bytes: await download(job.fileUrl) }
      await pause(everyMs)
    }
  }

  /** A file's address is signed and good for a quarter of an hour: it takes no token. */
  const download = async (path) => {
    const response = await fetch(new URL(path, base))
    if (!response.ok) throw await problemOf(response)
    return Buffer.from(await response.arrayBuffer())
  }

  return { ask, vehicles, report, download }
}

/** Runs a script's work; what goes wrong is said in one line, without a trace of places in this code. */
export const run = (work) =>
  work().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
