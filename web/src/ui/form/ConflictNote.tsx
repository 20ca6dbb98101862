// A note that another person changed the data being edited: their changes, and buttons to use them.
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'
import './conflict-note.css'

type Props = { noun: 'documento' | 'reporte' | 'tipo'; changes: readonly string[]; onNew: () => void }

export const ConflictNote = ({ noun, changes, onNew }: Props) => {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <div className="note conflict-note stack gap-8 justify-start">
      <div role="status">
        <p className="break">Otra persona cambió este {noun} mientras usted lo editaba:</p>
        <ul className="bullets break">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <p className="break">Si guarda lo suyo, esos cambios se deshacen.</p>
      </div>
      <Button label="Ver lo nuevo" small onClick={() => setIsConfirming(true)} />
      {isConfirming && (
        <ConfirmDialog
          title="Cambios sin guardar"
          yes="Descartar cambios"
          no="Seguir editando"
          onYes={() => {
            setIsConfirming(false)
            onNew()
          }}
          onNo={() => setIsConfirming(false)}
        >
          Se mostrará el {noun} como lo dejó la otra persona y se perderá lo que usted escribió.
        </ConfirmDialog>
      )}
    </div>
  )
}
