// What the filters about debts and what falls due are called beside the contract's words. Pure.
export const OWED = {
  debts: 'Con adeudo',
  debtDays: 'Fecha del adeudo',
  marks: 'Además, el adeudo fue',
  anyStatus: 'Con alguna consulta',
  due: 'Algo vence',
  dueTypes: 'Línea de pago de',
  dueDays: 'Fecha de vencimiento',
} as const

/** What the dialog's search looks among. */
export const OWED_TITLES: readonly string[] = Object.values(OWED)
