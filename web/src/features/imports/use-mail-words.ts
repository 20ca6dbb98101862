// What is said of the mail at a file's end, in one place: whether this server sends any is a run-time setting.
import type { Country } from '@padron/contract/countries'
import { useConfig } from '../../api/use-config.ts'
import { useUser } from '../../session/user-context.ts'

const NO_MAIL = 'Este servidor no envía correos; el resultado queda aquí y en el panel de trabajos.'
const EXAMPLES: Readonly<Record<Country, string>> = { MX: 'ana@empresa.mx', CO: 'ana@empresa.com.co' }

/** @param mail whether the server sends mail; undefined while that is not known, and then nothing is promised */
export const mailWords = (mail: boolean | undefined, country: Country) => ({
  /** What an address looks like. */
  example: EXAMPLES[country],
  /** Beside the field of the address. */
  hint: mail === false ? NO_MAIL : undefined,
  /** Where the end of a job is told. @param notifyTo null: nowhere but here */
  atEnd: (notifyTo: string | null): string | undefined => {
    if (mail === false) return NO_MAIL
    return mail && notifyTo ? `Al terminar se avisa a ${notifyTo}.` : undefined
  },
})

export const useMailWords = (): ReturnType<typeof mailWords> => {
  const { mail } = useConfig() ?? {}
  return mailWords(mail, useUser().country)
}
