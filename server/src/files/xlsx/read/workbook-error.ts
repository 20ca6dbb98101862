// The refusal of a workbook: the message is for the user who sent it, and says what to do.

export class WorkbookError extends Error {}

export const DAMAGED = 'El archivo está dañado o no es un archivo de Excel (.xlsx) válido.'
export const CORRUPTED =
  'El contenido del archivo no coincide con su suma de verificación: llegó alterado. Vuelva a guardarlo en Excel ' +
  'y envíelo de nuevo.'
export const TOO_BIG =
  'El archivo es demasiado grande o está comprimido de forma anormal; divídalo o vuelva a guardarlo en Excel.'
export const RESAVE = 'guárdelo como archivo de Excel (.xlsx)'
