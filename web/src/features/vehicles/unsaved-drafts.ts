// A notice after signing in: what was typed and not saved is stored, and where it is.
import { notify } from '../../api/notify.ts'
import { recallNames } from '../../lib/memory.ts'

/** The names of the drafts in the browser's memory: this, then the vehicle's id, or `new`. */
export const DRAFTS = 'vehicle-draft-'
const NEW = 'new'

const DRAFT_SAVED = 'Se conserva lo que escribió y no guardó'

/** @param open shows the vehicle, whose 'Editar' has what was typed */
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
