// The texts of a vehicle's form and its choices of reasons. Separate from its rules (vehicles/rules.ts), because views
// of a vehicle need some texts and none of the rules.
/** The statuses of a replaced vehicle: stolen, sold, total loss. */
export const REPLACEMENT_REASONS = [3, 8, 9] as const
/** Reasons for removing a vehicle from the active fleet (spec bulk §4). */
export const DEACTIVATION_REASONS = [0, 3, 4, 7, 8, 9] as const

export const FORM_TEXTS = {
  reasonRequired: 'Es necesario agregar motivo de alta',
  replacedRequired: 'El vehículo a reemplazar es un valor obligatorio',
  replacementReasonRequired: 'El motivo del reemplazo es un valor obligatorio',
  documentNumberRequired: 'Escriba el número del documento del titular',
  deactivationReasonRequired: 'El motivo de baja es obligatorio',
  /** Repeated as warnings on saving. */
  insertPlateOrVin: 'Inserte Placa o VIN del vehículo',
  chooseReason: 'Seleccione razón de adquicisión',
  chooseReplaced: 'Seleccione qué vehículo va a reemplazar',
  /** The failure notice of setting the status to 'Activo'; other statuses use the call's own. */
  activateFails: 'Error al dar de alta vehículo',
  replaced: 'Este vehículo fue reemplazado por otro y ya no se cambia.',
  changedMeanwhile: 'Otra persona cambió este vehículo mientras usted lo editaba.',
} as const
