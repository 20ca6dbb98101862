// How the parts of a process stop if one of them does not end.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { limitStep, runInParallel, type Step, stopAll } from './shutdown.ts'

test('a part that does not end in time is logged, and those started before it stop nevertheless', async () => {
  const messages: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void messages.push(JSON.parse(line).err.message) })
  const stopped: string[] = []
  const part =
    (name: string): Step =>
    async () =>
      void stopped.push(name)
  const never: Step = () => new Promise(() => {})
  await stopAll([part('the database'), limitStep(20, never), runInParallel([part('checks'), part('jobs')])], log)
  expect(stopped).toEqual(['checks', 'jobs', 'the database'])
  expect(messages).toEqual(['not ended after 20 ms'])
})
