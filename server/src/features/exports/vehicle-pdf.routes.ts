// The PDF of one vehicle at a signed address: rendered when it is opened, with the current answers and the requester's
// current permissions, and cached while its content stays the same.
import { createHash } from 'node:crypto'
import { Id } from '@padron/contract/common'
import { exports as rows } from '@padron/contract/exports'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { notFound } from '../../errors/http-problem.ts'
import { attachment } from '../../files/attachment.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import type { GeneratedFiles } from '../../files/generated-files.ts'
import { pack, unpack } from '../../files/packed-path.ts'
import { limitPdfs } from '../../files/pdf/render-pdf.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { dayIn } from '../../files/wall-clock.ts'
import { type CompanyFacts, companyFacts } from '../../fleet/company.ts'
import { logoPicture, readLogo } from '../../fleet/vehicle-pdf/company-logo.ts'
import { readSheets, type SheetRows } from '../../fleet/vehicle-pdf/sheet.queries.ts'
import { type SheetBranding, vehiclePdf } from '../../fleet/vehicle-pdf/vehicle-pdf.ts'
import type { Kit } from '../../http/serve.ts'
import { LinkRequester, readAsLinkRequester } from '../../jobs/link-requester.ts'
import { withLocale } from '../../locale.ts'

const VehiclePdfQuery = z.strictObject({ ...LinkRequester.shape, vehicleId: Id })
export type VehiclePdfRequest = z.infer<typeof VehiclePdfQuery>

/** The path that is signed. */
export const vehiclePdfPath = (tenantId: number, request: VehiclePdfRequest): string =>
  `/files/vehicle-pdf/${tenantId}/${pack(request)}`

/** Drops the characters that some operating system forbids in file names. */
const fileName = (plate: string, day: string): string =>
  `Ficha ${plate.replace(/[\\/:*?"<>|\s]|\p{Cc}/gu, ' ').trim()} ${day}.pdf`

/** @returns undefined if the vehicle is gone or the requester has lost the permission */
const open = (kit: Kit, tenantId: number, { vehicleId, ...requester }: VehiclePdfRequest) =>
  readAsLinkRequester(kit.db, tenantId, requester, rows.vehiclePdf.needs, async (tx, access) => {
    const facts = await companyFacts(tx, tenantId)
    const query = {
      ids: [vehicleId],
      resources: undefined,
      documents: access.roles.has('documents_read'),
      at: kit.now(),
    }
    const sheet = (await readSheets(tx, facts, query)).get(vehicleId)
    return sheet && { facts, sheet, logo: await readLogo(tx, tenantId) }
  })

type Route = { Params: { tenantId: string; packed: string }; Querystring: { e?: string; s?: string } }

type Opened = { facts: CompanyFacts; sheet: SheetRows; logo: Buffer | undefined }

/** The cache key: everything the PDF shows, and the day, because dates are relative to today. */
const keyOf = (tenantId: number, { facts, sheet, logo }: Opened, day: string): string => {
  const hash = createHash('sha256').update(JSON.stringify([facts, sheet]))
  return `vehicle-pdf ${tenantId} ${day} ${hash.update(logo ?? '').digest('hex')}`
}

type Tools = { evidence: FileStore; generated: GeneratedFiles }

/** @param evidence where the files that prove an answer are */
export const vehiclePdfFiles = (
  app: FastifyInstance,
  kit: Kit,
  links: SignedLinks,
  { evidence, generated }: Tools,
): void => {
  const make = ({ facts, sheet, logo }: Opened, at: Date): Promise<Buffer> =>
    withLocale(facts.country, async () => {
      const branding: SheetBranding = { facts, resources: undefined, logo: (await logoPicture(logo))?.bytes }
      return vehiclePdf(sheet, branding, at, evidence)
    })
  app.get<Route>('/files/vehicle-pdf/:tenantId/:packed', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, packed } = request.params
    const valid = await links.isValid(`/files/vehicle-pdf/${tenantId}/${packed}`, request.query)
    const pdf = valid ? VehiclePdfQuery.safeParse(unpack(packed)).data : undefined
    const opened = pdf && (await open(kit, Number(tenantId), pdf))
    if (!opened) throw notFound()
    const { facts, sheet } = opened
    const at = kit.now()
    const day = dayIn(at.toISOString(), facts.timeZone)
    const { stream, size } = await generated.open(keyOf(Number(tenantId), opened, day), () =>
      limitPdfs(Number(tenantId), () => make(opened, at)),
    )
    const name = fileName(sheet.row.vehicleAsset.plate, day)
    return reply.headers(attachment(name, 'application/pdf')).header('content-length', size).send(stream)
  })
}
