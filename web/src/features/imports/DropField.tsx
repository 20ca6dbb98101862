// The one workbook that is sent; another one takes its place.
import { UPLOAD_BYTES, UPLOAD_TEXTS, XLSX } from '@padron/contract/imports'
import { type ReactNode, type RefObject, useId } from 'react'
import { decimalSizeText } from '../../lib/size-text.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'

const MB = 1_048_576
const ONE = 'Suelte un solo archivo .xlsx'

type Props = {
  file: File | undefined
  /** What is wrong with it, or that there is none. */
  fault: string | undefined
  busy: boolean
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
  onFault: (fault: string) => void
}

export const DropField = ({ file, fault, busy, input, onFile, onFault }: Props): ReactNode => {
  const id = useId()
  const take = ([first, ...others]: readonly File[]): void => {
    if (others.length > 0) onFault(ONE)
    else if (first) onFile(first)
  }
  return (
    <div className="field">
      <FileDrop
        id={id}
        input={input}
        file={file && { name: file.name, size: decimalSizeText(file.size) }}
        accept={`.xlsx,${XLSX}`}
        label="Elegir archivo .xlsx"
        hint={`o arrástrelo aquí. Un libro de Excel (.xlsx) de hasta ${UPLOAD_BYTES / MB} MB.`}
        describedBy={`${id}-fault`}
        invalid={fault !== undefined}
        busy={busy}
        onFiles={take}
      />
      <small id={`${id}-fault`} role="alert" className="field__fault">
        {fault}
      </small>
    </div>
  )
}

/** What is said where the form is sent without a file. */
export const NO_FILE = UPLOAD_TEXTS.file
