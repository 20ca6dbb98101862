// «Busca la camioneta 4471»: vehicles by a part of their plate, VIN or name.
import { catalogue, SEARCH_AT_MOST } from '@padron/contract/catalogue'
import { text } from '@padron/contract/common'
import { z } from 'zod/mini'
import { described, tool } from '../tool.ts'

const Found = catalogue.bestMatch.reply.def.element

export const findVehicles = tool({
  name: 'buscar_vehiculos',
  title: 'Buscar vehículos',
  description:
    'Los vehículos que más se parecen a un texto: parte de una placa, VIN o número económico, de ahora o de ' +
    `antes, o su razón social. Da hasta ${SEARCH_AT_MOST}; assetStatusId 1 es activo.`,
  calls: [catalogue.bestMatch],
  input: z.strictObject({ text: described(text(50, 'Escriba qué se busca'), 'Lo que se busca.') }),
  output: z.object({ vehicles: z.array(Found) }),
  run: async ({ text: like }, { api, signal }) => ({
    vehicles: await api(catalogue.bestMatch, { body: { like } }, signal),
  }),
})
