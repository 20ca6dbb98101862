// The drawer's calls: one vehicle's resources, flat and by type, with signed addresses of their stored answers.
import type { Id } from '@padron/contract/common'
import { localTime } from '@padron/contract/days'
import type { resourceStatus as rows } from '@padron/contract/resource-status'
import { localText } from '@padron/contract/texts/local-text'
import type { z } from 'zod/mini'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'
import { readAppealTerms } from '../../fleet/appeals.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers, Kit } from '../../http/serve.ts'
import { readUnitsInWords } from '../../rules/official-values.ts'
import {
  listResourceChanges,
  markDebt,
  type ResourceRow,
  resourceRows,
  vehicleExists,
} from './resource-status.queries.ts'
import { asScraped, byType, unitsIn, wholeDebt } from './resource-status.rules.ts'

type HandlerInput = { params: { vehicleId: z.infer<typeof Id> }; session: Session; tx: Tx; kit: Kit }

const rowsOfVehicle = async ({ params: { vehicleId }, session, tx }: HandlerInput) => {
  const found = await resourceRows(tx, session.tenantId, vehicleId)
  if (found.length === 0 && !(await vehicleExists(tx, session.tenantId, vehicleId))) throw notFound()
  return found
}

const todayOf = ({ session, kit }: HandlerInput): string => localTime(kit.now(), session.timeZone).day

const scraped = async (found: readonly ResourceRow[], input: HandlerInput) => {
  const { session, kit } = input
  const signed = {
    appeals: await readAppealTerms(input.tx, session.country, todayOf(input)),
    // A query by holder covers all vehicles of the holder: not for a user who sees a part of the fleet.
    answer: (runId: string) =>
      session.vehicleScope === null ? kit.signFile(`/files/evidence/${session.tenantId}/${runId}`) : null,
    file: (fileId: string) => kit.signFile(`/files/proof/${session.tenantId}/${fileId}`),
    now: kit.now(),
  }
  return found.map((row) => asScraped(row, session.country, signed))
}

export const resourceStatus: Handlers<typeof rows> = {
  byResource: async (ask) => ({ scrapedResources: await scraped(await rowsOfVehicle(ask), ask) }),
  byType: async (ask) => {
    const found = await rowsOfVehicle(ask)
    const { country } = ask.session
    const today = todayOf(ask)
    return {
      scrapedResourceTypes: byType(await scraped(found, ask), country),
      debt: wholeDebt(found),
      units: unitsIn(found, await readUnitsInWords(ask.tx, country, today)),
      today,
    }
  },
  changes: async ({ params: { vehicleId }, query: { before }, session, tx }) => {
    const found = await listResourceChanges(tx, session.tenantId, vehicleId, before)
    if (found.changes.length === 0 && !(await vehicleExists(tx, session.tenantId, vehicleId))) throw notFound()
    return found
  },
  markPaid: async ({ params: { vehicleId }, body: { resourceId, debtKey, paid }, session, tx }) => {
    const by = paid ? { id: session.userId, name: session.username } : null
    if (!(await markDebt(tx, session.tenantId, { vehicleId, resourceId, debtKey }, by))) throw notFound()
    return {
      message: paid
        ? localText('Adeudo marcado como pagado. Las fuentes tardan hasta 72 horas en mostrar un pago.')
        : 'Se quitó la marca de pago.',
    }
  },
}
