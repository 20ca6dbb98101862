// Writes vehicles that programs send, one or many in a transaction: a refused row leaves nothing of itself and does not
// stop the others.
import type { RowResultV3 } from '@padron/contract/v3/vehicles'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { HttpProblem } from '../../errors/http-problem.ts'
import { asProblem } from '../../http/problem.ts'
import { inTheirNames } from './vehicle-wire.ts'

type Written = Pick<RowResultV3, 'id' | 'version'>

const refusalOf = ({ status, title, errors }: HttpProblem): RowResultV3['problem'] => ({
  type: 'about:blank',
  title,
  status,
  ...(errors ? { errors } : {}),
})

/** Whether the row is at fault; any other error ends the call. */
const isOfRow = (problem: HttpProblem | undefined): problem is HttpProblem =>
  problem !== undefined && problem.status >= 400 && problem.status < 500

/** Cost: two more round trips per row than a single write. */
export const writeRows = async <Row>(
  tx: Tx,
  rows: readonly Row[],
  write: (row: Row) => Promise<Written>,
): Promise<RowResultV3[]> => {
  const results: RowResultV3[] = []
  for (const [index, row] of rows.entries()) {
    await sql`savepoint v3_row`.execute(tx)
    try {
      const { id, version } = await write(row)
      await sql`release savepoint v3_row`.execute(tx)
      results.push({ index, id, version, problem: null })
    } catch (error) {
      const problem = asProblem(inTheirNames(error) as Error)
      if (!isOfRow(problem)) throw error
      await sql`rollback to savepoint v3_row`.execute(tx)
      results.push({ index, id: null, version: null, problem: refusalOf(problem) })
    }
  }
  return results
}
