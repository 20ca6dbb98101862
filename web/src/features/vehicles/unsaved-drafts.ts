// A notice after signing in about unsaved drafts of vehicles, with an action that opens them.
import { notify } from '../../api/notify.ts'
import { recallNames } from '../../lib/memory.ts'

/** Prefix of the drafts' names in the browser's storage, followed by the vehicle's id or `new`. */
export const DRAFTS = 'vehicle-draft-'
const NEW = 'new'

const DRAFT_SAVED = 'Se conserva lo que escribió y no guardó'

/** @param open opens the vehicle, whose 'Editar' recovers the draft */
export const notifyUnsavedDrafts = (userId: string, open: (vehicleAssetId: number) => void): void => {
  const drafts = recallNames(userId, DRAFTS).map((name) => name.slice(DRAFTS.length))
  const ids = drafts.map(Number).filter(Number.isSafeInteger)
  const [id] = ids
  if (drafts.includes(NEW)) notify('done', `${DRAFT_SAVED} de un vehículo nuevo: presione Agregar para continuar.`)
  if (id !== undefined && ids.length === 1)
    notify('done', `${DRAFT_SAVED} de un vehículo: presione Editar en su ficha para continuar.`, {
      action: { label: 'Ver vehículo', run: () => open(id) },
    })
  if (ids.length > 1)
    notify('done', `${DRAFT_SAVED} de ${ids.length} vehículos: presione Editar en la ficha de cada uno para continuar.`)
}
