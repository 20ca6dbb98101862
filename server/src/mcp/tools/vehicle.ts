// The vehicle that a question names, by its plate, VIN, identifier or id.
import type { Reply } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import { text } from '@padron/contract/common'
import { z } from 'zod/mini'
import { ToolError } from '../api.ts'
import { described, type ToolContext } from '../tool.ts'

const NAMED_AT_MOST = 50

export const VEHICLE_INPUT = {
  vehicle: z.optional(
    described(text(NAMED_AT_MOST), 'Placa, VIN o número económico completo. Dé este o vehicleAssetId.'),
  ),
  vehicleAssetId: z.optional(described(z.int('Debe ser un número entero'), 'Número que dan las demás herramientas.')),
}
export const NamedVehicle = z.object({
  vehicleAssetId: z.int(),
  plate: z.string(),
  vin: z.string(),
  customId: described(z.nullable(z.string()), 'Número económico.'),
})
export type NamedVehicle = z.infer<typeof NamedVehicle>
type Match = Reply<typeof catalogue.bestMatch>[number]

/** Separators and case are ignored: `abc-123` is `ABC123`. */
const bare = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

const isNamed = (typed: string, { plate, vin, customId, former }: Match): boolean =>
  [plate, vin, customId, former].some((each) => each !== null && bare(each) === bare(typed))

const pickNames = ({ vehicleAssetId, plate, vin, customId }: NamedVehicle): NamedVehicle => ({
  vehicleAssetId,
  plate,
  vin,
  customId,
})

const textOf = ({ vehicleAssetId, plate, vin, customId }: NamedVehicle): string =>
  `${plate} (VIN ${vin}${customId ? `, económico ${customId}` : ''}, vehicleAssetId ${vehicleAssetId})`

const byText = async (typed: string, { api, signal }: ToolContext): Promise<NamedVehicle> => {
  if (bare(typed) === '') throw new ToolError('vehicle: escriba una placa, un VIN o un número económico.')
  const matches = await api(catalogue.bestMatch, { body: { like: typed } }, signal)
  const exact = matches.filter((match) => isNamed(typed, match))
  if (exact[0] && exact.length === 1) return pickNames(exact[0])
  if (exact.length > 1)
    throw new ToolError(
      `Hay varios vehículos «${typed}»; elija uno por vehicleAssetId: ${exact.map(textOf).join('; ')}.`,
    )
  const similar = matches.length > 0 ? ` Parecidos: ${matches.map(textOf).join('; ')}.` : ''
  throw new ToolError(`No se encontró el vehículo «${typed}» entre los que este token puede ver.${similar}`)
}

const byId = async (vehicleAssetId: number, { api, signal }: ToolContext): Promise<NamedVehicle> => {
  const body = { vehicleClass: { vehicleAsset: { vehicleAssetId } }, pagination: { pageSize: 1 } }
  const { vehicles } = await api(catalogue.list, { body }, signal)
  if (!vehicles[0])
    throw new ToolError(`No se encontró el vehículo ${vehicleAssetId} entre los que este token puede ver.`)
  return pickNames(vehicles[0].vehicleAsset)
}

type Named = { vehicle?: string | undefined; vehicleAssetId?: number | undefined }
/** The calls that the search for a vehicle makes. */
export const VEHICLE_CALLS = [catalogue.bestMatch, catalogue.list] as const

export const findVehicle = ({ vehicle, vehicleAssetId }: Named, context: ToolContext): Promise<NamedVehicle> => {
  if ((vehicle === undefined) === (vehicleAssetId === undefined))
    throw new ToolError('Dé vehicle o vehicleAssetId, uno de los dos.')
  return vehicleAssetId === undefined ? byText(vehicle ?? '', context) : byId(vehicleAssetId, context)
}
