// The texts of a vehicle's form and the reasons that are chosen in it. Apart from its rules (vehicle-rules.ts): what
// shows a vehicle needs some of them, and none of the rules.
/** What may become of a vehicle that another replaces: stolen, sold, total loss. */
export const REPLACEMENT_REASONS = [3, 8, 9] as const
/** The reasons for taking a vehicle out of the active fleet (spec bulk §4). */
export const DEACTIVATION_REASONS = [0, 3, 4, 7, 8, 9] as const

export const FORM_TEXTS = {
  reasonRequired: 'Es necesario agregar motivo de alta',
  replacedRequired: 'El vehículo a reemplazar es un valor obligatorio',
  replacementReasonRequired: 'El motivo del reemplazo es un valor obligatorio',
  documentNumberRequired: 'Escriba el número del documento del titular',
  deactivationReasonRequired: 'El motivo de baja es obligatorio',
  /** Said once more, as warnings, when it is saved. */
  insertPlateOrVin: 'Inserte Placa o VIN del vehículo',
  chooseReason: 'Seleccione razón de adquicisión',
  chooseReplaced: 'Seleccione qué vehículo va a reemplazar',
  /** What setting the status fails with when it is to 'Activo'; to any other, the call's own words. */
  activateFails: 'Error al dar de alta vehículo',
  replaced: 'Este vehículo fue reemplazado por otro y ya no se cambia.',
  changedMeanwhile: 'Otra persona cambió este vehículo mientras usted lo editaba.',
} as const
