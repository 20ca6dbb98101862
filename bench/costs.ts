// Measures the cost of single operations, for the capacity model (docs/capacity.md): processor time, stored bytes and
// write-ahead log of a check, a page, a sign-in, a workbook row, a night, an email, a document and a new value of the
// UMA; and how often a vehicle is checked with the current connectors.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './catalogue.ts'
import { costsOfCalls } from './costs/calls.ts'
import { costsOfWork } from './costs/checks.ts'
import { costRow } from './costs/cost.ts'

export const benchCosts = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  try {
    const { costs, frequencies } = await costsOfWork(folder)
    return [...[...costs, ...(await costsOfCalls())].map(costRow), ...frequencies]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
