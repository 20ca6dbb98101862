// A workbook that is not read: the message is for the person who sent it, and says what to do about it.

export class WorkbookError extends Error {}

export const DAMAGED = 'El archivo está dañado o no es un libro de Excel (.xlsx) válido.'
export const TOO_BIG =
  'El archivo es demasiado grande o está comprimido de forma anormal; divídalo o vuelva a guardarlo en Excel.'
export const RESAVE = 'guárdelo como libro de Excel (.xlsx)'
