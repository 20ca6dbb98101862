// `padron init`: the set-up of an installation at a terminal, step by step or, with options, from a script. Each step
// is tested, and stored if its test passes.
import { text } from 'node:stream/consumers'
import { asCountry, COUNTRIES, COUNTRY_CODES } from '@padron/contract/places/countries'
import {
  SETUP_CODE_MINUTES,
  SETUP_STEP_NAMES,
  SETUP_STEPS,
  SetupAddress,
  SetupBackup,
  SetupCompany,
  SetupFiles,
  SetupMail,
  SetupQuestion,
  type SetupReport,
  type SetupState,
  type SetupStep,
} from '@padron/contract/setup'
import { type Command, Option } from 'commander'
import type { z } from 'zod/mini'
import { closeHttpClient } from '../checks/engine/http-client.ts'
import { asSystem } from '../db/client.ts'
import { readEnv } from '../env/env.ts'
import { readMergedEnv } from '../env/env-stored.ts'
import type { SetupTools } from '../feature.ts'
import { hasCompany, newSetupCode, setupAddress } from '../features/setup/setup.access.ts'
import { setProvider } from '../features/setup/setup.provider.ts'
import { readSetupState } from '../features/setup/setup.state.ts'
import {
  createFirstCompany,
  postpone,
  setAddress,
  setBackup,
  setFiles,
  setMail,
} from '../features/setup/setup.steps.ts'
import { allowPrivateAddresses } from '../outgoing/agent.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { operator, print, Refused, warn, withDatabase } from './console.ts'
import { printReport } from './print-report.ts'
import { openQuestions, type Questions } from './questions.ts'

type Options = Partial<Record<OptionName, string>> & {
  step?: SetupStep
  address?: true
  anyway?: true
  secretStdin?: true
}
/** Each option, its step and its description. */
const OPTIONS = {
  publicUrl: ['address', '--public-url <dirección>', 'dirección que usan las personas'],
  smtpServer: [
    'mail',
    '--smtp-server <servidor:puerto>',
    'servidor de correo, con smtps:// si es TLS desde el principio',
  ],
  smtpUser: ['mail', '--smtp-user <usuario>', 'usuario del servidor de correo'],
  mailFrom: ['mail', '--mail-from <correo>', 'remitente de los correos'],
  mailTo: ['mail', '--mail-to <correo>', 'quién recibe el correo de prueba'],
  files: ['files', '--files <lugar>', 'dónde se guardan los archivos: folder o s3'],
  s3Endpoint: ['files', '--s3-endpoint <dirección>', 'dirección del almacén S3'],
  s3Bucket: ['files', '--s3-bucket <bucket>', 'bucket'],
  s3Region: ['files', '--s3-region <región>', 'región'],
  s3KeyId: ['files', '--s3-key-id <id>', 'identificador de la llave'],
  s3Prefix: ['files', '--s3-prefix <carpeta>', 'carpeta del bucket'],
  backupDir: ['backup', '--backup-dir <carpeta>', 'carpeta de los respaldos'],
  provider: ['provider', '--provider <proveedor>', 'proveedor'],
  connector: ['provider', '--connector <conector>', 'qué se le pregunta'],
  url: ['provider', '--url <dirección>', 'dirección del proveedor, si no es la suya'],
  plate: ['provider', '--plate <placa>', 'placa de la pregunta'],
  vin: ['provider', '--vin <niv>', 'NIV de la pregunta'],
  tax: ['provider', '--tax <documento>', 'RFC o documento del propietario'],
  price: ['provider', '--price <cantidad>', 'lo que cuesta una consulta'],
  currency: ['provider', '--currency <moneda>', 'MXN, COP o USD'],
  monthlyCap: ['provider', '--monthly-cap <cantidad>', 'tope de gasto del mes'],
  paceMs: ['provider', '--pace-ms <ms>', 'pausa entre consultas'],
  company: ['company', '--company <nombre>', 'nombre corto de la primera empresa'],
  title: ['company', '--title <título>', 'nombre de la empresa'],
  country: ['company', '--country <país>', 'MX o CO'],
  timeZone: ['company', '--time-zone <zona>', 'zona horaria IANA'],
  email: ['company', '--email <correo>', 'correo de la cuenta principal'],
} as const satisfies Record<string, readonly [SetupStep, string, string]>
type OptionName = keyof typeof OPTIONS
const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[]

/** The input of a step: the given options, otherwise a person's answers. */
type Input = {
  /** @param preset the value of an empty answer */
  get: (name: OptionName, question: string, preset?: string) => Promise<string>
  secret: (question: string) => Promise<string>
  anyway: boolean
}

const ofOptions = (options: Options): Input => ({
  get: async (name, _question, preset = '') => options[name] ?? preset,
  secret: async () => (options.secretStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : ''),
  anyway: options.anyway === true,
})
const ofQuestions = ({ ask, askSecret }: Questions): Input => ({
  get: (_name, question, preset) => ask(question, preset),
  secret: askSecret,
  anyway: false,
})

const checked = <T>(schema: z.ZodMiniType<T>, typed: unknown): T => {
  const { data, error } = schema.safeParse(typed)
  if (data === undefined) throw new Error(error?.issues[0]?.message ?? 'El valor no es válido.')
  return data
}

const askAddress = async ({ get, anyway }: Input, { address }: SetupState) =>
  checked(SetupAddress, {
    publicUrl: await get('publicUrl', 'Dirección que usarán las personas (https://…)', address.publicUrl),
    anyway,
  })

const SERVER = /^(?:(smtps?):\/\/)?([\w.-]{1,253}|\[[\da-fA-F:.]{1,45}\])(?::(\d{1,5}))?$/

const askMail = async ({ get, secret }: Input, { mail }: SetupState) => {
  const before = mail.host === '' ? '' : `${mail.scheme}://${mail.host}:${mail.port}`
  const server = await get('smtpServer', 'Servidor de correo (servidor:puerto, o smtps://servidor:465)', before)
  const [, scheme = 'smtp', host = '', port = scheme === 'smtps' ? '465' : '587'] =
    SERVER.exec(server.slice(0, 300)) ?? []
  const user = await get('smtpUser', 'Usuario (vacío: sin usuario)', mail.user)
  const password = user === '' ? '' : await secret('Contraseña')
  const from = await get('mailFrom', 'Remitente', mail.from)
  const to = await get('mailTo', 'A quién se envía la prueba', from)
  return checked(SetupMail, { scheme, host, port, user, password, from, to })
}

const askFiles = async ({ get, secret }: Input, { files }: SetupState) => {
  const store = await get('files', `Dónde se guardan los archivos (folder: ${files.folder}, o s3)`, files.store)
  const nothing = { endpoint: '', bucket: '', region: '', keyId: '', secret: '', prefix: '' }
  if (store !== 's3') return checked(SetupFiles, { store, ...nothing })
  return checked(SetupFiles, {
    store,
    endpoint: await get('s3Endpoint', 'Dirección del almacén, sin el bucket', files.endpoint),
    bucket: await get('s3Bucket', 'Bucket', files.bucket),
    region: await get('s3Region', 'Región', files.region),
    keyId: await get('s3KeyId', 'Identificador de la llave', files.keyId),
    secret: await secret('Llave secreta'),
    prefix: await get('s3Prefix', 'Carpeta del bucket (vacía: la raíz)', files.prefix),
  })
}

const askBackup = async ({ get }: Input, { backup }: SetupState) =>
  checked(SetupBackup, { folder: await get('backupDir', 'Carpeta de los respaldos', backup.folder) })

const askProvider = async ({ get, secret }: Input, { provider: { providers } }: SetupState) => {
  const key = await get('provider', `Proveedor (${providers.map((each) => each.key).join(', ')})`)
  const found = providers.find((each) => each.key === key)
  if (!found) throw new Error(`No existe el proveedor «${key.slice(0, 60)}».`)
  for (const { key: name, types, provenance } of found.connectors)
    warn(`  ${name}: ${types.join(', ')}. ${provenance}.`)
  warn(`  ${found.charges}`)
  const connector = await get('connector', 'Qué se le pregunta', found.connectors[0]?.key)
  const { vin, taxIdentifier } = found.connectors.find((each) => each.key === connector) ?? {}
  return checked(SetupQuestion, {
    provider: key,
    connector,
    url: await get('url', 'Dirección', found.url),
    credential: await secret(`Credencial. ${found.credential}`),
    plate: await get('plate', 'Placa de un vehículo que conozca'),
    vin: vin ? await get('vin', 'NIV del vehículo') : '',
    taxIdentifier: taxIdentifier ? await get('tax', 'Documento del propietario') : '',
    price: await get('price', 'Lo que cuesta una consulta (vacío: no se cuenta)', found.price?.toString()),
    currency: await get('currency', 'Moneda', found.currency),
    monthlyCap: await get('monthlyCap', 'Tope de gasto del mes (vacío: sin tope)'),
    paceMs: await get('paceMs', 'Pausa entre consultas, en milisegundos', `${found.paceMs}`),
  })
}

const askCompany = async ({ get }: Input) => {
  const shortName = await get('company', 'Nombre corto de la empresa, con el que empiezan sus usuarios')
  const title = await get('title', 'Nombre de la empresa')
  const country = await get('country', `País (${COUNTRY_CODES.join(' o ')})`, 'MX')
  const timeZone = await get('timeZone', 'Zona horaria', COUNTRIES[asCountry(country)].timeZone)
  const email = await get('email', 'Correo de su cuenta principal (vacío: ninguno)')
  return checked(SetupCompany, { shortName, title, country, timeZone, email })
}

/** @returns the report of the test; undefined: the step has none */
const runStep = async (tools: SetupTools, step: SetupStep, input: Input): Promise<SetupReport | undefined> => {
  const state = await asSystem(tools.db, (tx) => readSetupState(tx, tools.secrets))
  const by = operator()
  if (step !== 'company' && state[step].fixed) warn('Lo fija el entorno: se prueba como está.')
  switch (step) {
    case 'address':
      return (await setAddress(tools, await askAddress(input, state), by)).report
    case 'mail':
      return (await setMail(tools, await askMail(input, state), by)).report
    case 'files':
      return (await setFiles(tools, await askFiles(input, state), by)).report
    case 'backup':
      return (await setBackup(tools, await askBackup(input, state), by)).report
    case 'provider':
      return (await setProvider(tools, await askProvider(input, state), by)).report
    case 'company': {
      const { username, password, sentTo } = await createFirstCompany(tools, await askCompany(input), by)
      print(`Empresa creada. Cuenta principal: ${username}`)
      if (sentTo) print(`Se le envía a ${sentTo} un enlace para elegir su contraseña.`)
      else print(`Contraseña de ${username} (no se volverá a mostrar): ${password}`)
      return undefined
    }
  }
}

/** Repeats the step until it passes or the person postpones it. */
const askStep = async (tools: SetupTools, step: SetupStep, questions: Questions): Promise<void> => {
  warn(`\n${SETUP_STEP_NAMES[step]}`)
  if (step !== 'company' && /^n/i.test(await questions.ask('¿Ahora? (s/n)', 's'))) return postpone(tools, step)
  for (;;) {
    try {
      const report = await runStep(tools, step, ofQuestions(questions))
      if (report) printReport(SETUP_STEP_NAMES[step], report)
      if (!report || report.ok) return
    } catch (error) {
      if (/^Se acabaron/.test((error as Error).message)) throw error
      warn((error as Error).message)
    }
    if (step !== 'company' && /^n/i.test(await questions.ask('¿Otra vez? (s/n)', 's'))) return postpone(tools, step)
  }
}

const askSteps = async (tools: SetupTools, steps: readonly SetupStep[]): Promise<void> => {
  const questions = openQuestions()
  try {
    for (const step of steps) await askStep(tools, step, questions)
  } finally {
    questions.close()
  }
}

/** Runs the steps of the given options in order; a failed step ends the command. */
const runScript = async (tools: SetupTools, steps: readonly SetupStep[], options: Options): Promise<void> => {
  for (const step of steps) {
    const report = await runStep(tools, step, ofOptions(options))
    if (report) printReport(SETUP_STEP_NAMES[step], report)
    if (report && !report.ok && !(step === 'address' && options.anyway)) throw new Refused('No se guardó ese paso.')
  }
}

const sayAddress = async ({ db, secrets }: SetupTools): Promise<void> => {
  const code = await newSetupCode(db, new Date())
  if (code === undefined) throw new Error('Ya hay una empresa: la puesta en marcha en el navegador terminó.')
  const { env } = await readMergedEnv(db, secrets)
  print(setupAddress(env, code))
  warn(`Vale ${SETUP_CODE_MINUTES} minutos y una sola vez.`)
}

const SECRET_STEPS: readonly SetupStep[] = ['mail', 'files', 'provider']

const init = async (options: Options): Promise<void> => {
  const given = OPTION_NAMES.filter((name) => options[name] !== undefined)
  const scripted = SETUP_STEPS.filter((step) => given.some((name) => OPTIONS[name][0] === step))
  if (options.secretStdin && scripted.filter((step) => SECRET_STEPS.includes(step)).length !== 1)
    throw new Error('Con --secret-stdin, diga los ajustes de un solo paso: correo, archivos en S3 o proveedor.')
  await withDatabase(async (db, addressOf) => {
    const env = readEnv()
    allowPrivateAddresses(env.privateSources)
    const tools = { db, addressOf, secrets: await readSecrets(env) }
    try {
      if (options.address) return await sayAddress(tools)
      const isDone = await asSystem(db, hasCompany)
      const requested = options.step ? [options.step] : SETUP_STEPS
      const steps = scripted.length > 0 ? scripted : requested
      if (isDone && steps.includes('company'))
        throw new Error(
          'Ya hay una empresa. Para cambiar un paso: padron init --step address, mail, files, backup o provider; ' +
            'para otra empresa: padron company create.',
        )
      if (scripted.length > 0) await runScript(tools, steps, options)
      else await askSteps(tools, steps)
    } finally {
      await closeHttpClient()
    }
  })
}

export const addInitCommand = (program: Command): void => {
  const command = program
    .command('init')
    .description('Pone en marcha una instalación: pregunta, prueba y guarda cada paso')
    .addOption(new Option('--step <paso>', 'solo ese paso').choices(SETUP_STEPS))
    .option('--address', 'solo imprime otra dirección con código, para hacerlo en el navegador')
    .option('--secret-stdin', 'contraseña, llave o credencial del paso, de la entrada estándar')
    .option('--anyway', 'guarda la dirección pública aunque todavía no responda')
  for (const name of OPTION_NAMES) command.option(OPTIONS[name][1], OPTIONS[name][2])
  command.action(init)
}
