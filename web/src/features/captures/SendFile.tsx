// Selects and sends a file, with its progress; the upload can be cancelled.
import { useState } from 'react'
import type { upload } from '../../api/upload.ts'
import { uploadFault } from '../../api/upload-fault.ts'
import { isCancelled } from '../../api/use-action.ts'
import { decimalSizeText } from '../../lib/size-text.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { UploadingLine } from '../../ui/fields/UploadingLine.tsx'
import { useUpload } from '../../ui/form/use-upload.ts'

type Way = Parameters<typeof upload>[3]
type SendProps = {
  label: string
  hint: string
  accept: string
  /** Why the file cannot be sent. */
  faultOf: (file: File) => string | undefined
  verb: string
  row: { fails: string }
  send: (file: File, way: Way) => Promise<unknown>
}

export const SendFile = ({ label, hint, accept, faultOf, verb, row, send }: SendProps) => {
  const { file, progress, ...way } = useUpload()
  const [fault, setFault] = useState<string>()
  const { busy, run } = useBusy()
  const start = async (): Promise<void> => {
    setFault(undefined)
    try {
      await way.send(send)
      way.choose(undefined)
    } catch (error) {
      if (!(error instanceof Error && isCancelled(error))) setFault(uploadFault(error, row))
    }
  }
  const choose = ([first, ...others]: readonly File[]): void => {
    if (!first) return
    const wrong = others.length > 0 ? 'Elija un solo archivo.' : faultOf(first)
    setFault(wrong)
    way.choose(wrong ? undefined : first)
  }
  return (
    <div className="field">
      <FileDrop
        file={file && { name: file.name, size: decimalSizeText(file.size) }}
        accept={accept}
        label={label}
        hint={hint}
        fault={fault}
        busy={busy}
        onFiles={choose}
      />
      <div className="row-wrap gap-8">
        <Button label={verb} kind="primary" off={!file} busy={busy} onClick={() => void run(start)} />
      </div>
      {progress !== undefined && <UploadingLine progress={progress} onCancel={way.cancel} />}
    </div>
  )
}
