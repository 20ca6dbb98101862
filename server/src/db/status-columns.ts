// The thirteen status columns of the vehicle table by their names in the API: the catalogue reads them, checks write
// them.
import type { StatusColumn } from '@padron/contract/resources'

/** The table's column of each status field. */
export const STATUS_SQL: Readonly<Record<StatusColumn, string>> = {
  ticketStatus: 'ticket_status',
  tenenciaStatus: 'tenencia_status',
  refrendoStatus: 'refrendo_status',
  ticketsCDMXStatus: 'tickets_cdmx_status',
  ticketsEnvStatus: 'tickets_env_status',
  miscStatus: 'misc_status',
  violationStatus: 'violation_status',
  stolenStatus: 'stolen_status',
  insuranceStatus: 'insurance_status',
  inspectionStatus: 'inspection_status',
  cardStatus: 'card_status',
  plateStatus: 'plate_status',
  repuveStatus: 'repuve_status',
}
