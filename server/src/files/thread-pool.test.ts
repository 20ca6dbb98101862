// Threads that answer: two at once, and what happens to a request whose thread dies or hangs.
import { afterAll, describe, expect, it } from 'vitest'
import { PoolError, threadPool } from './thread-pool.ts'

type Echo = { thread: number; message: string }
const script = new URL('../testing/processes/echo-thread.ts', import.meta.url)
const pool = threadPool<string, Echo>(script, { atMost: 2, timeoutMs: 60_000 })
const hasty = threadPool<string, Echo>(script, { atMost: 1, timeoutMs: 400 })
afterAll(() => Promise.all([pool.rest(), hasty.rest()]))

describe('a pool of threads', () => {
  it('answers each request, in one thread if nobody waits and in two at most', async () => {
    const [first, again] = [await pool.ask('a'), await pool.ask('b')]
    expect(again).toEqual({ thread: first.thread, message: 'b' })
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.ask(String(i))))
    expect(many.map(({ message }) => message)).toEqual(Array.from({ length: 20 }, (_, i) => String(i)))
    expect(new Set(many.map(({ thread }) => thread)).size).toBe(2)
  })

  it('rejects the request whose thread dies, and answers the others', async () => {
    const [dead, living] = await Promise.allSettled([pool.ask('die'), pool.ask('a'), pool.ask('b'), pool.ask('c')])
    expect(dead).toMatchObject({ status: 'rejected', reason: expect.any(PoolError) })
    expect(living).toMatchObject({ status: 'fulfilled' })
    expect(await pool.ask('after')).toMatchObject({ message: 'after' })
  })

  it('replaces a thread that exceeds the timeout', async () => {
    await expect(hasty.ask('hang')).rejects.toThrow(PoolError)
    await expect(hasty.ask('hang')).rejects.toThrow('it took too long')
  })
})
