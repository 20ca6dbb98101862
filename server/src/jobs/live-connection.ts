// Listens to a PostgreSQL channel as long as the process runs. After a lost connection it opens another and informs the
// caller that notifications may have been missed.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type AddressOf, ownConnection } from '../db/connect.ts'
import { sleep } from '../limits/pause.ts'
import { resolvesWithin } from '../limits/resolves-within.ts'

const PROBE_EVERY_MS = 25_000
const PROBE_TIMEOUT_MS = 10_000
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 15_000

export type ListenOptions = {
  addressOf: AddressOf
  channel: string
  log: FastifyBaseLogger
  onNotification: (payload: string) => void
  /** Called whenever a connection begins to listen. */
  onListening: () => void
}

/** A connection can be lost without an event, so it is probed with a query. */
const untilLost = async (client: pg.Client, lost: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const closed = new AbortController()
  void lost.then(() => closed.abort())
  const ended = AbortSignal.any([closed.signal, signal])
  while (!ended.aborted) {
    await sleep(PROBE_EVERY_MS, ended)
    if (ended.aborted) return
    const probe = client.query('select 1').then(() => undefined)
    const isAlive = await resolvesWithin(PROBE_TIMEOUT_MS, probe).catch(() => false)
    if (!isAlive) return
  }
}

const listenOnce = async (
  { addressOf, channel, onNotification, onListening }: ListenOptions,
  signal: AbortSignal,
): Promise<void> => {
  const client = await ownConnection(addressOf)
  try {
    const lost = new Promise<void>((done) => client.once('end', done))
    client.on('notification', ({ payload }) => onNotification(payload ?? ''))
    await client.query(`listen ${channel}`)
    if (signal.aborted) return
    onListening()
    await untilLost(client, lost, signal)
  } finally {
    await resolvesWithin(1_000, client.end()).catch(() => undefined)
  }
}

/** @returns a function that stops it */
export const listen = (options: ListenOptions): (() => Promise<void>) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    let wait = FIRST_RETRY_MS
    while (!signal.aborted) {
      const began = performance.now()
      await listenOnce(options, signal).catch((error: unknown) =>
        options.log.warn({ err: error, channel: options.channel }, 'cannot listen to the database'),
      )
      // A connection that was lost soon is retried with growing pauses.
      wait = performance.now() - began > LONGEST_RETRY_MS ? FIRST_RETRY_MS : Math.min(wait * 2, LONGEST_RETRY_MS)
      await sleep(wait, signal)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
