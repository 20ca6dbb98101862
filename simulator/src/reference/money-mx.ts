// Reference: fines of Mexico City, in units of account. Source: press explainers of the city's traffic regulation.

/** Mexico City fines: reason as printed, units of account from and to. */
export const finesCdmx = [
  { reason: 'POR EXCEDER EL LÍMITE DE VELOCIDAD', from: 10, to: 20 },
  { reason: 'POR ESTACIONARSE EN LUGAR PROHIBIDO', from: 10, to: 20 },
  { reason: 'POR USAR TELÉFONO CELULAR AL CONDUCIR', from: 30, to: 35 },
  { reason: 'POR CIRCULAR EN CARRIL CONFINADO', from: 40, to: 60 },
  { reason: 'POR NO RESPETAR LA LUZ ROJA', from: 10, to: 10 },
  { reason: 'POR NO USAR CINTURÓN DE SEGURIDAD', from: 10, to: 20 },
  { reason: 'POR CIRCULAR EN DÍA RESTRINGIDO', from: 20, to: 30 },
  { reason: 'POR NO USAR LUCES DIRECCIONALES', from: 5, to: 10 },
] as const

export const environmentalCdmx = { reason: 'VERIFICACIÓN VEHICULAR EXTEMPORÁNEA', units: 20 } as const
