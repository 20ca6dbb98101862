// Views that the demo's main accounts share with their users, as a real company would.
import type { Country } from '@padron/contract/places/countries'
import type { ViewDefinition } from '@padron/contract/views'
import type { Tx } from '../db/client.ts'

type DemoView = { name: string; definition: ViewDefinition }

const active = { assetHistoric: { assetStatusId: [1] } }
const columns = (...keys: string[]) => ['plate', ...keys].map((key) => ({ key }))

const views = (country: Country): DemoView[] => [
  {
    name: 'Los que más deben',
    definition: {
      vehicleClass: active,
      sortBy: 'debt',
      sortFilterOrder: 'desc',
      columns: columns(
        'debt',
        'stateName',
        ...(country === 'MX'
          ? ['ticketStatus', 'tenenciaStatus', 'refrendoStatus']
          : ['ticketStatus', 'violationStatus']),
        'rfcName',
        'tags',
      ),
    },
  },
  country === 'MX'
    ? {
        name: 'Con reporte de robo',
        definition: {
          vehicleClass: { ...active, vehicleAsset: { stolenStatus: [4] } },
          columns: columns('stolenStatus', 'vin', 'stateName', 'brandName', 'modelName', 'year'),
        },
      }
    : {
        name: 'SOAT o RTM vencidos',
        definition: {
          vehicleClass: { ...active, vehicleAsset: { insuranceStatus: [8] } },
          columns: columns('insuranceStatus', 'inspectionStatus', 'stateName', 'brandName', 'modelName', 'year'),
        },
      },
  {
    name: 'Dados de baja',
    definition: {
      vehicleClass: { assetHistoric: { assetStatusId: [0, 3, 4, 7, 8, 9] } },
      columns: columns('status', 'vin', 'stateName', 'brandName', 'modelName', 'year', 'debt'),
    },
  },
]

/** For the transaction's tenant; the main account has the tenant's id. */
export const saveDemoViews = async (tx: Tx, tenantId: number, country: Country): Promise<void> => {
  const rows = views(country).map(({ name, definition }) => ({
    tenant_id: tenantId,
    user_id: tenantId,
    view_name: name,
    shared: true,
    definition: JSON.stringify(definition),
  }))
  await tx.insertInto('saved_view').values(rows).execute()
}
