// What each button of the catalogue's exports does and who has it: ONE table, for the bar and for a phone's menu.
import { can, type User } from '../../session/session.ts'
import type { IconName } from '../../ui/icons.tsx'

export type ExportKey = 'report' | 'pdfs' | 'view' | 'erase'
type ExportButton = { key: ExportKey; text: string; icon: IconName; danger?: true; may: (user: User) => boolean }

const BUTTONS: readonly ExportButton[] = [
  {
    key: 'report',
    text: 'Generar Reporte',
    icon: 'queue',
    may: (user) => can(user, 'vehicles_report') || can(user, 'vehicles_admin'),
  },
  { key: 'pdfs', text: 'Descargar PDFs', icon: 'zip', may: () => true },
  { key: 'view', text: 'Descargar vista', icon: 'download', may: () => true },
  {
    key: 'erase',
    text: 'Borrar todo',
    icon: 'trash',
    danger: true,
    may: (user) => user.parentId === '0' && can(user, 'vehicles_admin'),
  },
]

export const buttonsOf = (user: User): readonly ExportButton[] => BUTTONS.filter(({ may }) => may(user))
