// `padron mail …`: reads the bounces of a mail server. It is made for a pipe: one message on the standard input.
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { BOUNCE_BYTES, BOUNCE_WORDS, recordBounce } from '../mail/bounces.ts'
import { print, warn, withDatabase } from './console.ts'

/** EX_TEMPFAIL of sysexits.h: the mail server tries again later. */
const TRY_AGAIN = 75

/** Reads the whole message even if it is too large: otherwise the sender would report a closed pipe as a failure. */
const readMessage = async (from: Readable): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of from) {
    size += (chunk as Buffer).length
    if (size <= BOUNCE_BYTES) chunks.push(chunk as Buffer)
  }
  return size <= BOUNCE_BYTES ? Buffer.concat(chunks) : undefined
}

const bounce = async (): Promise<void> => {
  const raw = await readMessage(process.stdin)
  if (!raw) return print('No cambió nada: el mensaje pesa más de 1 MB.')
  try {
    print(BOUNCE_WORDS[await withDatabase((db) => recordBounce(db, raw))])
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
    process.exitCode = TRY_AGAIN
  }
}

export const addMailCommands = (program: Command): void => {
  const mail = program.command('mail').description('Correos que salieron')
  mail
    .command('bounce')
    .description('Anota un correo que rebotó; lee de la entrada estándar el aviso del servidor de correo, uno solo')
    .action(bounce)
}
