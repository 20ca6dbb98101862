// Which years Mexico City is asked for: those of its own calendar, also where the process lives elsewhere or midnight passes.
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import type { PortalRequest, RawAnswer } from '../connector.ts'
import { lineOf, subjectOf } from '../connectors-for-tests.ts'
import { cdmxTenencia } from './cdmx-tenencia.ts'

it('asks for the years of Mexico, and reads what was asked before midnight as of then', async () => {
  const saved = new URL('./fixtures/mx-cdmx-tenencia/clean.json', import.meta.url)
  const answers: RawAnswer[] = JSON.parse(readFileSync(saved, 'utf8'))
  const years: string[] = []
  const request = async ({ form }: PortalRequest) => answers[years.push(form?.ejercicio ?? '') - 1] as RawAnswer
  const door = { credential: '', request, wait: async () => undefined, callback: '' }
  const subject = subjectOf(cdmxTenencia)
  vi.useFakeTimers({ now: new Date('2027-01-01T03:00:00Z'), toFake: ['Date'] })
  const heard = await cdmxTenencia.fetch(subject, door).finally(() => vi.useRealTimers())
  expect(years).toEqual(['2022', '2023', '2024', '2025', '2026'])
  for (const today of ['2026-12-31', '2027-01-01'])
    expect(lineOf(cdmxTenencia.parse(heard, subject, today))).toBe('ok 0:3 8:17 10:3')
  expect(lineOf(cdmxTenencia.parse(heard, subject, '2027-01-02'))).toBe('shape-drift')
})
