// `padron doctor`: repeats the tests of the set-up with the current settings, and explains how to fix failures.
import { isMail } from '@padron/contract/exports'
import type { Command } from 'commander'
import { closeHttpClient } from '../checks/engine/http-client.ts'
import { readEnv } from '../env/env.ts'
import { type Diagnosis, diagnose } from '../features/setup/doctor.ts'
import { allowPrivateAddresses } from '../outgoing/agent.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { print, withDatabase } from './console.ts'
import { printReport } from './print-report.ts'

type Options = {
  mailTo?: string
  backup?: true
  connector?: string
  plate?: string
  vin?: string
  tax?: string
}

const questionOf = ({ connector, plate, vin = '', tax }: Options) => {
  if (connector === undefined && plate === undefined && tax === undefined && vin === '') return undefined
  if (connector === undefined) throw new Error('Diga a quién se pregunta: --connector, como lo lista connector list.')
  return { connector, plate: (plate ?? '').toUpperCase(), vin: vin.toUpperCase(), taxIdentifier: tax ?? null }
}

const doctor = async (options: Options): Promise<void> => {
  const { mailTo, backup } = options
  if (mailTo !== undefined && !isMail(mailTo)) throw new Error('--mail-to: escriba una dirección de correo.')
  const question = questionOf(options)
  let wrong = 0
  const hear = ({ name, report, note }: Diagnosis): void => {
    if (report === undefined) print(`—     ${name}: ${note}`)
    else printReport(name, report)
    if (report?.ok === false) wrong++
  }
  await withDatabase(async (db, addressOf) => {
    const env = readEnv()
    allowPrivateAddresses(env.privateSources)
    try {
      await diagnose({ db, addressOf, secrets: await readSecrets(env) }, { mailTo, backup, question }, hear)
    } finally {
      await closeHttpClient()
    }
  })
  print(
    wrong === 0 ? 'Todo lo configurado funciona.' : `Hay ${wrong === 1 ? 'una cosa' : `${wrong} cosas`} que arreglar.`,
  )
  if (wrong > 0) process.exitCode = 1
}

export const addDoctorCommand = (program: Command): void => {
  program
    .command('doctor')
    .description('Repite las pruebas de la puesta en marcha con lo configurado, y dice qué hacer; no cambia nada')
    .option('--mail-to <correo>', 'además envía un correo de prueba')
    .option('--backup', 'escribe y lee un respaldo de prueba, en lugar de leer el último')
    .option('--connector <conector>', 'además le pregunta por un vehículo; puede costar')
    .option('--plate <placa>', 'placa de la pregunta')
    .option('--vin <niv>', 'NIV de la pregunta')
    .option('--tax <documento>', 'RFC o documento del propietario')
    .addHelpText('after', '\nTermina con 0 cuando todo lo configurado funciona, y con 1 cuando algo no.')
    .action(doctor)
}
