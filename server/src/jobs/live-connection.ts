// One connection that listens for as long as the process lives. Where it is lost (the database starts anew, a cable)
// another is opened, and whoever waits is told that something may have gone unheard.
import { setTimeout as rest } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type AddressOf, ownConnection } from '../db/client.ts'

const LOOK_EVERY_MS = 25_000
const ANSWER_WITHIN_MS = 10_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000

export type Listening = {
  addressOf: AddressOf
  channel: string
  log: FastifyBaseLogger
  heard: (payload: string) => void
  /** Every time that a connection begins to listen. */
  begun: () => void
}

/** Waits, or until the signal; nothing of it is left at the signal afterwards. */
export const after = (ms: number, signal?: AbortSignal): Promise<void> =>
  rest(ms, undefined, signal && { signal }).catch(() => undefined)

/** A connection can be gone without a word of it: it is asked now and then. */
const untilLost = async (client: pg.Client, lost: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const looking = new AbortController()
  void lost.then(() => looking.abort())
  const ended = AbortSignal.any([looking.signal, signal])
  while (!ended.aborted) {
    await after(LOOK_EVERY_MS, ended)
    if (ended.aborted) return
    const answered = client.query('select 1').then(
      () => true,
      () => false,
    )
    const patience = new AbortController()
    const alive = await Promise.race([answered, after(ANSWER_WITHIN_MS, patience.signal).then(() => false)])
    patience.abort()
    if (!alive) return
  }
}

const listenOnce = async ({ addressOf, channel, heard, begun }: Listening, signal: AbortSignal): Promise<void> => {
  const client = await ownConnection(addressOf)
  try {
    const lost = new Promise<void>((done) => client.once('end', done))
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    await client.query(`listen ${channel}`)
    if (signal.aborted) return
    begun()
    await untilLost(client, lost, signal)
  } finally {
    await Promise.race([client.end().catch(() => undefined), after(1_000)])
  }
}

/** @returns how to stop */
export const listen = (listening: Listening): (() => Promise<void>) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const keep = async () => {
    let wait = FIRST_WAIT_MS
    while (!signal.aborted) {
      const began = performance.now()
      await listenOnce(listening, signal).catch((error: unknown) =>
        listening.log.warn({ err: error, channel: listening.channel }, 'the database cannot be listened to'),
      )
      // One that was lost at once is not tried again at once.
      wait = performance.now() - began > LONGEST_WAIT_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS)
      await after(wait, signal)
    }
  }
  const running = keep()
  return async () => {
    stopping.abort()
    await running
  }
}
