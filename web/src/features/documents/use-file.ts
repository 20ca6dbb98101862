// The one file of a form. One that is refused while another is chosen is told beside that one, which stays.
import { useState } from 'react'
import type { Faults } from '../../api/form-refusal.ts'
import { fileFault } from './file-fault.ts'

const ONE = 'Suelte un solo archivo'

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')

type Form = { refuse: (wrong: Faults) => void; mend: (place: string) => void }

export const useFile = ({ refuse, mend }: Form) => {
  const [file, setFile] = useState<File>()
  const [note, setNote] = useState<string>()
  const take = ([first, ...others]: readonly File[]): void => {
    if (!first) return
    const fault = others.length > 0 ? ONE : fileFault(first)
    if (!fault) {
      setFile(first)
      setNote(undefined)
      mend('file')
    } else if (file) {
      const said = others.length > 0 ? ONE : `“${first.name}” no se aceptó: ${lowered(fault)}`
      setNote(`${said}; sigue elegido ${file.name}.`)
    } else refuse({ file: fault })
  }
  return { file, note, take }
}
export type ChosenFile = ReturnType<typeof useFile>
