// What each thing costs, for the capacity model (docs/capacity.md): processor, bytes kept and journal of a check, a
// page, a sign-in, a row of a workbook, a night, an email, a document, a new value of the UMA; and how often a vehicle
// is checked, from the connectors there are.
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
