// What the drawers ask: one vehicle's resources, flat and by type; and the stored answers, opened by a signed address.
import type { Id } from '@padron/contract/common'
import type { resourceStatus as rows } from '@padron/contract/resource-status'
import type { z } from 'zod/mini'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/problem.ts'
import type { Handlers, Kit } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { resourceRows, vehicleExists } from './resource-status.queries.ts'
import { asScraped, byType, wholeDebt } from './resource-status.rules.ts'

type Asked = { params: { vehicleId: z.infer<typeof Id> }; session: Session; tx: Tx; kit: Kit }

const scrapedResources = async ({ params: { vehicleId }, session, tx, kit }: Asked) => {
  const found = await resourceRows(tx, session.tenantId, vehicleId)
  if (found.length === 0 && !(await vehicleExists(tx, session.tenantId, vehicleId))) throw notFound()
  const evidenceUrl = (runId: string) => kit.signFile(`/files/evidence/${session.tenantId}/${runId}`)
  return found.map((row) => asScraped(row, session.country, evidenceUrl))
}

export const resourceStatus: Handlers<typeof rows> = {
  byResource: async (ask) => ({ scrapedResources: await scrapedResources(ask) }),
  byType: async (ask) => {
    const scrapedResourceTypes = byType(await scrapedResources(ask), ask.session.country)
    return { scrapedResourceTypes, debt: wholeDebt(scrapedResourceTypes) }
  },
}
