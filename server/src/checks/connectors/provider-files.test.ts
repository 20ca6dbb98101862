// Every connector against the files in `simulator/providers/`. A stub made from a file rejects what the provider's
// document would reject; a real check queries it and must end as the file says.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type ProviderAnswer,
  type ProviderCall,
  type ProviderError,
  ProviderFile,
} from '../../../../simulator/src/provider-file.ts'
import { runCheck } from '../engine/check.ts'
import type { CheckResult } from '../engine/check-result.ts'
import { findingsWithAmounts } from '../store/unit-amounts.ts'
import { type ProviderStub, providerNames, readProviderFile, startProviderStub } from '../testing/provider-stub.ts'
import { SHIPPED_VALUES } from '../testing/unit-values.ts'
import type { Finding } from './connector.ts'
import { provenanceOf } from './provenance.ts'
import { builtInConnector, CONNECTORS } from './registry.ts'

type Expected = ProviderAnswer['ends']['findings'][number]

const files = providerNames().map((name) => [name, readProviderFile(name)] as const)

async function check(
  file: ProviderFile,
  stub: ProviderStub,
  call: ProviderCall,
  { plate, vin = '', stateId = 0, taxIdentifier }: ProviderAnswer['subject'],
): Promise<CheckResult> {
  const connector = builtInConnector(call.connector ?? '')
  if (!connector) throw new Error(`${call.connector} is no connector`)
  const ended = await runCheck({
    claim: {
      claimId: 'claim',
      tenantId: 1,
      connectorKey: connector.key,
      vehicles: [
        { vehicleId: 1, attempts: 0, jobItemId: null, plate, vin, stateId, taxIdentifier: taxIdentifier ?? null },
      ],
    },
    connector,
    baseUrl: stub.base,
    credential: file.authorization?.credential ?? '',
    // Noon of the day on which the sources were read: what is in force in an example is in force on that day.
    now: () => new Date(`${file.seen}T17:00:00Z`),
    random: () => 0.5,
    stopping: new AbortController().signal,
  })
  if (!Array.isArray(ended) || !ended[0]) throw new Error('the check did not end')
  return ended[0]
}

const debtsOf = ({ results }: Finding) =>
  results.flatMap(({ scrapedTickets, scrapedTenencias, scrapedRefrendo }) =>
    [...scrapedTickets, ...scrapedTenencias, ...scrapedRefrendo].map(
      ({ folio, dateTime, total, electronic, notifiedOn, promptPaymentDiscount }) => ({
        folio,
        dateTime,
        total,
        electronic,
        notifiedOn,
        promptPaymentDiscount,
      }),
    ),
  )

/** A finding in the words of the file. */
const expectedAs = (finding: Finding, expected: Expected | undefined): Expected => {
  const { type, status, results, validUntil, endsOn, incomplete } = finding
  const totals = results.flatMap(({ total }) => (total === null ? [] : [Math.round(total * 100)]))
  return {
    type,
    status,
    ...(totals.length ? { owed: totals.reduce((sum, total) => sum + total, 0) / 100 } : {}),
    ...(validUntil ? { validUntil } : {}),
    ...(endsOn ? { endsOn } : {}),
    ...(incomplete ? { incomplete } : {}),
    ...(expected?.debts ? { debts: debtsOf(finding) } : {}),
  }
}

const byType = <T extends { type: number }>(findings: readonly T[]): T[] => findings.toSorted((a, b) => a.type - b.type)

function expectEnd(ended: CheckResult, { ends }: ProviderAnswer | ProviderError): void {
  const expected = byType(ends.findings)
  const found = byType(findingsWithAmounts(ended.findings, SHIPPED_VALUES)).map((finding) =>
    expectedAs(
      finding,
      expected.find(({ type }) => type === finding.type),
    ),
  )
  expect({ outcome: ended.outcome, findings: found }, ended.remark ?? '').toEqual({
    outcome: ends.outcome,
    findings: expected,
  })
  if (ends.retryAfterSeconds !== undefined) expect(ended.retryAfterSeconds).toBe(ends.retryAfterSeconds)
  if (ends.history)
    expect(ended.history.map(({ dateTime, amount, paid }) => ({ dateTime, amount, paid }))).toEqual(ends.history)
  if (found.length === 0 && !ends.history) expect(ended.remark, 'says why').toBeTruthy()
}

describe.each(files)('%s', (name, file) => {
  const calls = file.calls.filter(({ connector }) => connector !== undefined)
  const examples = calls.flatMap((call) =>
    call.answers.map((answer) => [call.name, answer.name, call, answer] as const),
  )
  const errors = calls.flatMap((call) =>
    file.errors
      .filter(({ calls }) => calls === undefined || calls.includes(call.name))
      .map((error) => [call.name, error.name, call, error] as const),
  )
  let stub: ProviderStub
  beforeAll(async () => {
    stub = await startProviderStub(file)
    // A polled source gets its time: here a tenth of it.
    const { setTimeout } = globalThis
    const sooner = (work: () => void, ms = 0, ...more: []) => setTimeout(work, ms / 10, ...more)
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(sooner as typeof setTimeout)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await stub.close()
  })

  it('has the name of its provider, and unique names of answers', () => {
    expect(file.provider).toBe(name)
    const names = [...examples, ...errors].map(([call, answer]) => `${call}: ${answer}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(examples)('%s: %s', async (_call, _answer, call, answer) => {
    stub.give(call, answer)
    const ended = await check(file, stub, call, answer.subject)
    expect(stub.refused).toEqual([])
    expect(stub.requests()).toBeGreaterThan(0)
    expectEnd(ended, answer)
  })

  it.each(errors)('%s: error: %s', async (_call, _error, call, error) => {
    stub.give(call, error)
    const [first] = call.answers
    if (!first) throw new Error('no example')
    const ended = await check(file, stub, call, first.subject)
    expect(stub.refused).toEqual([])
    expectEnd(ended, error)
  })
})

describe('the provenance of a connector', () => {
  const documented = CONNECTORS.filter((connector) => provenanceOf(connector) === 'documented').map(({ key }) => key)

  it.each(documented)('%s: «documentado» needs an answer and an error of the provider’s own document', (key) => {
    const calls = files.flatMap(([, { calls: all }]) => all.filter(({ connector }) => connector === key))
    expect(calls.flatMap(({ answers }) => answers).map(({ from }) => from)).toContain('document')
    const errors = files.filter(([, file]) => file.calls.some(({ connector }) => connector === key))
    expect(errors.flatMap(([, file]) => file.errors).map(({ from }) => from)).toContain('document')
  })
})

const EXAMPLE: ProviderFile = {
  provider: 'example',
  seen: '2026-11-23',
  sources: [{ name: 'Manual', address: 'https://example.com', kind: 'document' }],
  baseUrl: 'https://api.example.com/base',
  authorization: { form: 'x-api-key: <key>', header: 'x-api-key', value: 'invented', credential: 'invented' },
  calls: [
    {
      name: 'fines',
      method: 'POST',
      path: '/fines/{country}/',
      json: { plate: { pattern: '[A-Z]{3}\\d{3}' }, year: { pattern: '\\d{4}', optional: true } },
      answers: [
        {
          name: 'none',
          from: 'document',
          source: 0,
          status: 200,
          body: { fines: [] },
          subject: { plate: 'ABC123' },
          ends: { outcome: 'ok', findings: [{ type: 1, status: 1 }] },
        },
      ],
    },
  ],
  errors: [],
}

describe('a provider file', () => {
  const [call] = EXAMPLE.calls
  const [answer] = call?.answers ?? []
  if (!call || !answer) throw new Error('no example')
  const isAccepted = (change: object) =>
    ProviderFile.safeParse({ ...EXAMPLE, calls: [{ ...call, answers: [{ ...answer, ...change }] }] }).success

  it('is rejected if an answer has no provenance, or a wrong one', () => {
    expect(isAccepted({})).toBe(true)
    expect(isAccepted({ from: undefined })).toBe(false)
    expect(isAccepted({ from: 'account' })).toBe(false)
    expect(isAccepted({ source: 1 })).toBe(false)
    expect(isAccepted({ guessed: true })).toBe(false)
  })

  it('makes a stub that rejects what the document rejects', async () => {
    const stub = await startProviderStub(EXAMPLE)
    const post = async (
      path: string,
      fields: object,
      headers: Record<string, string> = { 'x-api-key': 'invented' },
    ) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
      return (await fetch(stub.base + path, { ...init, body: JSON.stringify(fields) })).status
    }
    stub.give(call, answer)
    expect(await post('/fines/co/', { plate: 'ABC123' })).toBe(200)
    expect(await post('/fines/co/', { plate: 'ABC123', year: 2026 })).toBe(200)
    expect(stub.refused).toEqual([])
    expect(await post('/fines/co', { plate: 'ABC123' })).toBe(400)
    expect(await post('/fines/co/', { plate: 'ABC123' }, {})).toBe(400)
    expect(await post('/fines/co/', { plate: 'ABC123' }, { 'x-api-key': 'other' })).toBe(400)
    expect(await post('/fines/co/', { placa: 'ABC123', plate: 'ABC123' })).toBe(400)
    expect(await post('/fines/co/', { plate: 'abc-123' })).toBe(400)
    expect(await post('/fines/co/', {})).toBe(400)
    expect((await fetch(`${stub.base}/fines/co/`, { headers: { 'x-api-key': 'invented' } })).status).toBe(400)
    expect(stub.refused).toHaveLength(7)
    await stub.close()
  })
})
