// RUNT through Verifik → SOAT (type 5) and technical inspection (type 12), by one of three calls: plate and owner's
// document, plate only, VIN. One portal and one credential; the installation chooses the call.
import { holderDocument } from '@padron/contract/rules/tax-ids'
import { type Connector, defineConnector, type PortalClient, type Subject } from '../connector.ts'
import { addUnknownFields } from '../parsing/known-shapes.ts'
import { bearer } from '../parsing/verifik.ts'
import { parseRunt, type QueriedBy, TYPES } from './runt-answer.ts'

type Query = Record<string, string>
/** The document in the provider's form; the provider does not accept a permit (PPT). */
const documentOf = ({ taxIdentifier, holderDocumentType }: Subject): Query | undefined => {
  const document = holderDocument(taxIdentifier ?? '', holderDocumentType)
  if (!document || document.type === 'PPT') return undefined
  return { documentType: document.type, documentNumber: document.number }
}

type Call = {
  key: string
  queriedBy: QueriedBy
  path: string
  inputs: Connector['inputs']
  /** Undefined if the vehicle's data are not enough for a query. */
  query: (subject: Subject) => Query | undefined
}

const connectorFor = ({ key, queriedBy, path, inputs, query }: Call): Connector =>
  defineConnector({
    key,
    portal: 'verifik-runt',
    country: 'CO',
    types: TYPES,
    mode: 'licensed',
    provenance: 'documented',
    inputs,
    deadlineMs: 30_000,
    parserVersion: 6,
    delivery: 'sync',
    fetch: async (subject: Subject, client: PortalClient) => {
      const parameters = query(subject)
      return parameters ? [await client.request({ path, query: parameters, headers: bearer(client) })] : []
    },
    parse: (answers, subject, today) =>
      addUnknownFields('co-runt', answers.at(-1), parseRunt(queriedBy, answers, subject, today)),
  })

export const runt = connectorFor({
  key: 'co-runt',
  queriedBy: 'owner',
  path: '/v2/co/runt/vehicle-by-plate',
  inputs: ['plate', 'taxIdentifier'],
  query: (subject) => {
    const document = documentOf(subject)
    return document && { plate: subject.plate, ...document }
  },
})

export const runtByPlate = connectorFor({
  key: 'co-runt-placa',
  queriedBy: 'plate',
  path: '/v2/co/runt/vehicle-by-plate-only',
  inputs: ['plate'],
  query: ({ plate }) => ({ plate }),
})

/** The plate is not sent, only compared with the answer's, to notice a change of plate. */
export const runtByVin = connectorFor({
  key: 'co-runt-vin',
  queriedBy: 'vin',
  path: '/v2/co/runt/vehicle-by-vin',
  inputs: ['vin', 'plate'],
  query: ({ vin }) => ({ vin }),
})
