import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from '@japa/runner'

type Service = {
  image?: string
  environment?: Record<string, string>
  ports?: string[]
  command?: string[]
}
type Compose = { services: Record<string, Service> }

// The reader of YAML that the check of unused code brings with it.
const { parse } = createRequire(import.meta.resolve('knip'))('yaml') as {
  parse: (text: string, options: { merge: boolean }) => Compose
}
const textOf = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const servicesOf = (name: string) => parse(textOf(name), { merge: true }).services
const SECRET = /\$\{(\w*(?:PASSWORD|SECRET|KEY)\w*)(?::?-)([^}]+)\}/

test.group('The files for Docker', () => {
  test('production has no demo, no password by default and publishes only the proxy, with TLS', ({
    assert,
  }) => {
    const services = servicesOf('compose.yaml')
    for (const [name, { environment = {}, ports = [] }] of Object.entries(services)) {
      for (const [key, value] of Object.entries(environment)) {
        assert.notMatch(String(value), SECRET, `${name} ${key}`)
        if (/PASSWORD|SECRET|KEY/.test(key)) assert.match(String(value), /^\$\{\w+:[?-]/, `${name} ${key}`)
      }
      assert.deepEqual(ports, name === 'proxy' ? ['80:80', '443:443'] : [], name)
    }
    const { web, worker, database, proxy } = services
    for (const service of [web, worker]) {
      assert.deepInclude(service?.environment, { DEMO: 'false', TRUST_PROXY: 'true' })
      assert.match(service?.environment?.APP_URL ?? '', /^https:\/\/\$\{DOMAIN:\?/)
      assert.match(service?.environment?.DATABASE_URL ?? '', /\$\{DB_PASSWORD:\?[^}]+\}@database/)
    }
    assert.match(database?.environment?.POSTGRES_PASSWORD ?? '', /^\$\{DB_PASSWORD:\?/)
    assert.match((proxy?.command ?? []).join(' '), /--from https:\/\/\$\{DOMAIN:\?[^}]+\} --to web:3333$/)
  })

  test('the demo has its database inside and listens on this machine only', ({ assert }) => {
    const services = Object.values(servicesOf('compose.demo.yaml'))
    assert.lengthOf(services, 1)
    assert.equal(services[0]?.environment?.DEMO, 'true')
    assert.notProperty(services[0]?.environment ?? {}, 'DATABASE_URL')
    assert.deepEqual(services[0]?.ports, ['127.0.0.1:3333:3333'])
  })

  test('the image gets neither data nor the file of the environment', ({ assert }) => {
    const left = textOf('.dockerignore').split('\n')
    for (const name of ['data', '.env', '.env.*']) assert.include(left, name)
    assert.match(textOf('Dockerfile'), /DEMO=false/)
  })
})
