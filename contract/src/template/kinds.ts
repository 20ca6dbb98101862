// The three bulk workbooks in one table: name, call, permission and queue. The titles are the screens' own (spec bulk
// §2); the file's name includes the version of its columns.
import type { Permission } from '../permissions.ts'
import type { QueueId } from '../queue.ts'
import { TEMPLATE_VERSION } from './vehicle-template.ts'

type KindRow = {
  kind: string
  title: string
  /** Its name within a sentence: «la plantilla de …». */
  word: string
  fileName: string
  queueId: QueueId
  permission: Permission
  path: string
}

export const TEMPLATE_KINDS = [
  {
    kind: 'add',
    title: 'Alta de vehículos',
    word: 'alta',
    fileName: `Plantilla de alta de vehículos ${TEMPLATE_VERSION}.xlsx`,
    queueId: 2,
    permission: 'masive_upload',
    path: '/addVehicles',
  },
  {
    kind: 'edit',
    title: 'Edición de vehículos',
    word: 'edición',
    fileName: `Plantilla de edición de vehículos ${TEMPLATE_VERSION}.xlsx`,
    queueId: 3,
    permission: 'masive_edit',
    path: '/editVehicles',
  },
  {
    kind: 'replace',
    title: 'Remplazo de vehículos',
    word: 'reemplazo',
    fileName: `Plantilla de reemplazo de vehículos ${TEMPLATE_VERSION}.xlsx`,
    queueId: 4,
    permission: 'masive_replace',
    path: '/replaceVehicles',
  },
] as const satisfies readonly KindRow[]

export type TemplateKindRow = (typeof TEMPLATE_KINDS)[number]
export type TemplateKind = TemplateKindRow['kind']

const [ADD, EDIT, REPLACE] = TEMPLATE_KINDS
const BY_KIND: { readonly [K in TemplateKind]: TemplateKindRow } = { add: ADD, edit: EDIT, replace: REPLACE }
export const templateKind = (kind: TemplateKind): TemplateKindRow => BY_KIND[kind]
