import router from '@adonisjs/core/services/router'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { ROLES, type Role } from '#app/identity/roles'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeWholeCompany } from '#tests/factories/company'
import { makeUser } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import { ACCESS } from '#tests/web/access_expectations'
import { type Company, OBJECTS } from '#tests/web/company_objects'

type Route = { name: string; method: string; pattern: string }

const WORD = 'Forastera'
const NOBODY = 999_999_999

/** Nothing of one company is in these: suppliers and people are the group's, exports and sessions one's own. */
const OF_NO_COMPANY = [
  '/providers/',
  '/profile-manager/imports/',
  '/iban-blacklist/',
  '/analisar-facturas/rules/',
  '/users/',
  '/phases/',
  '/announcements/',
  '/api/announcements/',
  '/exports/',
  '/set-password/',
  '/registrar-factura/',
  '/nota-de-gastos/',
  '/payexpenses/email-templates/',
  '/payexpenses/provider-requests/',
  '/2faSecurity/',
  '/webhooks/',
  '/*',
]

function listRoutes(): Route[] {
  return Object.values(router.toJSON())
    .flat()
    .map(({ name, pattern, methods }) => ({
      name: name ?? pattern,
      pattern,
      method: methods.find((candidate) => candidate !== 'HEAD' && candidate !== 'OPTIONS') ?? 'GET',
    }))
}

const hasKeys = ({ pattern }: Route) => /[:*]/.test(pattern)
const isOfNoCompany = ({ pattern }: Route) => OF_NO_COMPANY.some((start) => pattern.startsWith(start))
const objectOf = ({ pattern }: Route) => OBJECTS.find(([start]) => pattern.startsWith(start))?.[1]

/** The address with a company's keys; of nobody where `company` is null. */
function addressOf(route: Route, company: Company, isNobody = false): string {
  const keys = objectOf(route)?.(company) ?? {}
  return route.pattern.replaceAll(/:([a-z_]+)\??/gi, (_, name: string) => {
    const key = keys[name]
    if (key === undefined) throw new Error(`${route.pattern}: no key for ${name}`)
    return String(isNobody && typeof key === 'number' && name !== 'page' ? NOBODY : key)
  })
}

/** The first role that may use it and that can be kept to some companies: s1st3ma works with all of them. */
function limitedRole({ name }: Route): Role | null {
  const access = ACCESS.get(name)
  if (access?.kind !== 'roles') return null
  return ROLES.find((role) => role !== 's1st3ma' && access.roles.includes(role)) ?? null
}

/** People who work with one company only, one of each role, and the same who work with all. */
async function makeStaff(siteIds: number[] | 'all'): Promise<Map<Role, SessionData>> {
  const staff = new Map<Role, SessionData>()
  for (const role of ROLES)
    staff.set(role, await signedIn(await makeUser(role, { siteIds, sharedInbox: false })))
  await execute(`update user_sessions set step_up_at = now()`)
  return staff
}

async function ask(
  client: ApiClient,
  { method }: Pick<Route, 'method'>,
  path: string,
  session: SessionData
): Promise<ApiResponse> {
  const request = client.request(path, method).withSession(session).withCsrfToken().redirects(0)
  return method === 'GET' ? request : request.header('referer', '/from-here').json({})
}

const outcomeOf = (response: ApiResponse) =>
  JSON.stringify([
    response.status(),
    response.flashMessages().error ?? null,
    response.flashMessages().inputErrorsBag ?? null,
  ])

/** A page with its deferred props, as the browser gets it in the end. */
async function readAll(client: ApiClient, path: string, session: SessionData): Promise<string> {
  const page = await client.get(path).withSession(session).withInertia().redirects(0)
  const body = page.text()
  if (!body.includes('"deferredProps"')) return body
  const { component, deferredProps = {} } = JSON.parse(body) as {
    component: string
    deferredProps?: Record<string, string[]>
  }
  const parts = await Promise.all(
    Object.values(deferredProps).map(async (names) =>
      (
        await client
          .get(path)
          .withSession(session)
          .withInertia()
          .header('x-inertia-partial-component', component)
          .header('x-inertia-partial-data', names.join(','))
      ).text()
    )
  )
  return [body, ...parts].join('\n')
}

test.group('What belongs to another company', () => {
  test('every address with a key says whose it is', ({ assert }) => {
    const unknown = listRoutes().filter(
      (route) => hasKeys(route) && !isOfNoCompany(route) && !objectOf(route)
    )

    assert.deepEqual(unknown, [])
  })

  test('it answers as what does not exist, and nothing happens to it', async ({ client, assert }) => {
    const [own, foreign] = [await makeWholeCompany('Propia'), await makeWholeCompany(WORD)]
    const staff = await makeStaff([own.siteId])
    const trail = () =>
      oneRow<{ n: number }>(`select count(*)::int as n from audit_events where site_id = :siteId`, foreign)
    const before = await trail()
    const wrong: string[] = []
    const opened: string[] = []

    for (const route of listRoutes().filter((known) => hasKeys(known) && !isOfNoCompany(known))) {
      const role = limitedRole(route)
      const session = role && staff.get(role)
      if (!session) continue
      const told = await ask(client, route, addressOf(route, foreign), session)
      const nothing = await ask(client, route, addressOf(route, foreign, true), session)
      if (outcomeOf(told) !== outcomeOf(nothing) || told.status() >= 500)
        wrong.push(`${route.method} ${route.pattern} (${role}): ${outcomeOf(told)} but ${outcomeOf(nothing)}`)
      if (route.method !== 'GET') continue
      if ((await ask(client, route, addressOf(route, own), session)).status() === 200) opened.push(route.name)
    }

    assert.deepEqual(wrong, [])
    assert.deepEqual(await trail(), before)
    // What one does work with opens, so that the refusals above say something.
    for (const name of [
      'accounts.edit',
      'accounts.reconcile',
      'accounts.journal.show',
      'invoices.show',
      'employees.edit',
      'payment_orders.show',
      'legal_procedure.edit',
      'payexpenses.show',
      'sites.edit',
      'sites.report',
    ])
      assert.include(opened, name)
  }).timeout(180_000)

  test('no list, search, choice, export or figure names it', async ({ client, assert }) => {
    const own = await makeWholeCompany('Propia')
    const foreign = await makeWholeCompany(WORD)
    const [limited, whole] = [await makeStaff([own.siteId]), await makeStaff('all')]
    const leaks: string[] = []
    const shown = new Set<string>()

    for (const route of listRoutes().filter((known) => known.method === 'GET' && !hasKeys(known))) {
      const role = limitedRole(route)
      if (!role || route.name === 'jobs.stream') continue
      const [session, free] = [limited.get(role) ?? {}, whole.get(role) ?? {}]
      for (const query of [
        '',
        `?q=${WORD}`,
        '?export=csv',
        `?site_id=${foreign.siteId}&site_ids[]=${foreign.siteId}`,
      ]) {
        const path = `${route.pattern}${query}`
        // The own question comes back in the page.
        const strip = (text: string) => text.replaceAll(`q=${WORD}`, '').replaceAll(`"${WORD}"`, '')
        if (strip(await readAll(client, path, session)).includes(WORD)) leaks.push(`${path} (${role})`)
        else if (
          !shown.has(route.name) &&
          ['', `?q=${WORD}`].includes(query) &&
          strip(await readAll(client, path, free)).includes(WORD)
        )
          shown.add(route.name)
      }
    }

    assert.deepEqual(leaks, [])
    for (const name of [
      '/',
      'accounts',
      'accounts.journal',
      'accounts.manual',
      'invoices',
      'employees',
      'legal_procedure',
      'sites',
      'resumen',
    ])
      assert.include([...shown], name)
  }).timeout(240_000)
})
