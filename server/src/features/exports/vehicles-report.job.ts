// The job of 'Generar Reporte': all vehicles of a filter as they are at one moment, to a workbook on disk.

import { exports as rows } from '@padron/contract/exports'
import { XLSX } from '@padron/contract/imports'
import { sql } from 'kysely'
import { bulkAsTenant } from '../../db/client.ts'
import { writeWorkbook } from '../../files/xlsx-writer.ts'
import type { JobKind } from '../../jobs/job.ts'
import { companyFacts, fleetIds, fleetRows, readRows, tagNamesOf } from './fleet-rows.ts'
import { type Asked, bookName, vehiclesBook } from './vehicles-book.ts'

export type ReportPayload = Omit<Asked, 'at' | 'readAt' | 'who' | 'withTags'>

export const vehiclesReport: JobKind = {
  queueId: 5,
  needs: rows.vehiclesReport.needs,
  cancellable: true,
  run: ({ db, files, now, item, roles, runId, progress }) =>
    bulkAsTenant(db, item.tenantId, async (tx) => {
      await sql`set transaction isolation level repeatable read read only`.execute(tx)
      const at = new Date(item.createdAt)
      const withTags = roles.has('tags_read')
      const asked: Asked = { ...(item.payload as ReportPayload), who: item.actor.name, withTags, at, readAt: now() }
      const facts = await companyFacts(tx, item.tenantId)
      const ids = await fleetIds(tx, asked.query, asked.sort, facts)
      const tagNames = withTags ? await tagNamesOf(tx, item.tenantId, asked.query) : undefined
      const told = (done: number) => progress(done, ids.length, 'Escribiendo vehículos')
      const vehicles = fleetRows(ids, readRows(tx, item.tenantId), told)
      const file = await files.write(runId, at, (into) =>
        writeWorkbook(into, vehiclesBook(asked, facts, ids.length, tagNames, vehicles)),
      )
      await progress(ids.length, ids.length, 'Escribiendo vehículos')
      const count = `${ids.length.toLocaleString('es-MX')} ${ids.length === 1 ? 'vehículo' : 'vehículos'}`
      return {
        message: `El reporte está listo: ${count}.`,
        file: { ...file, name: bookName(facts.companyName, at, facts.timeZone), type: XLSX },
      }
    }),
}
