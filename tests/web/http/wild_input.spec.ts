import { HttpRequest } from '@adonisjs/core/http'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { FILE_VALUES, fileFieldsOf, withFiles } from '#tests/web/wild_files'
import { KEYS, QUERIES } from '#tests/web/wild_queries'
import { addressOf, freshSession, keyNamed, makeStage, type Route, routesOf } from '#tests/web/wild_stage'
import {
  drawing,
  type FieldNode,
  fieldsOf,
  plainValue,
  type Refs,
  type Shape,
  wildValues,
  withValue,
} from '#tests/web/wild_values'

const SEED = 20_260_310
/** Values tried in each field, and queries of each page; `WILD=100` tries them all. */
const PER_FIELD = Number(process.env.WILD ?? 1)
const PER_PAGE = PER_FIELD * 5
/** What is no form at all. */
const BODIES: readonly unknown[] = [[], [null], null, 'x', { a: '\u0000' }]

/** Work that is told the validators which the requests of a route have gone through so far. */
async function listening(work: (shapesOf: (route: Route) => Shape[]) => Promise<void>): Promise<void> {
  const shapes = new Map<string, Map<string, Shape>>()
  const own = HttpRequest.prototype.validateUsing
  HttpRequest.prototype.validateUsing = function (this: HttpRequest, validator, ...rest) {
    const { schema, refs } = (
      validator as unknown as { toJSON(): { schema: { schema: FieldNode }; refs: Refs } }
    ).toJSON()
    const key = `${this.method()} ${this.ctx?.route?.pattern ?? ''}`
    shapes.set(
      key,
      (shapes.get(key) ?? new Map()).set(JSON.stringify(schema.schema), { root: schema.schema, refs })
    )
    return Reflect.apply(own, this, [validator, ...rest])
  } as typeof own
  try {
    await work(({ method, pattern }) => [...(shapes.get(`${method} ${pattern}`)?.values() ?? [])])
  } finally {
    HttpRequest.prototype.validateUsing = own
  }
}

async function send(
  client: ApiClient,
  { method }: Pick<Route, 'method'>,
  path: string,
  session: SessionData,
  body: unknown
): Promise<ApiResponse> {
  return client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/from-here')
    .redirects(0)
    .json(body as object)
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

/** Some of many, each from another place; all where so many are wanted. */
function drawn<Item>(items: readonly Item[], count: number, draw: (below: number) => number): Item[] {
  if (count >= items.length) return [...items]
  const start = draw(items.length)
  const step = Math.floor(items.length / count)
  return Array.from({ length: count }, (_, n) => items[(start + n * step) % items.length] as Item)
}

test.group('Whatever is sent', () => {
  test('no body of no form makes the server fail', async ({ client, assert }) => {
    const stage = await makeStage()
    // What is taken away is taken away last.
    const routes = routesOf(true).sort(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE')
    )
    const failed: string[] = []
    const ask = async (route: Route, session: SessionData, body: unknown) => {
      const response = await send(client, route, addressOf(route, stage), session, body)
      if (response.status() >= 500)
        failed.push(
          `${response.status()} ${route.method} ${route.pattern} ${JSON.stringify(body)?.slice(0, 300)}`
        )
    }
    await listening((shapesOf) =>
      inParallel(routes, async (route) => {
        const session = await freshSession(stage)
        const draw = drawing(SEED + route.pattern.length)
        for (const body of [{}, ...drawn(BODIES, PER_FIELD * 2, draw)]) await ask(route, session, body)
        for (const { root, refs } of shapesOf(route)) {
          const plain = plainValue(root, refs, (field) => keyNamed(field, stage))
          for (const { node, way } of fieldsOf(root))
            for (const value of drawn(wildValues(node), PER_FIELD, draw))
              await ask(route, session, withValue(plain, way, value))
        }
      })
    )

    assert.deepEqual(failed.sort(), [])
  }).timeout(600_000)

  test('no file in no form makes the server fail', async ({ client, assert }) => {
    const stage = await makeStage()
    const failed: string[] = []
    let fields = 0
    await listening((shapesOf) =>
      inParallel(routesOf(true), async (route) => {
        const session = await freshSession(stage)
        const path = addressOf(route, stage)
        await send(client, route, path, session, {})
        for (const { root, refs } of shapesOf(route)) {
          const plain = plainValue(root, refs, (field) => keyNamed(field, stage))
          for (const way of fileFieldsOf(root)) {
            fields++
            for (const [what, files] of Object.entries(FILE_VALUES)) {
              const asked = client
                .request(path, route.method)
                .withSession(await freshSession(stage))
                .withCsrfToken()
              const response = await withFiles(
                asked.header('x-inertia', 'true').redirects(0),
                plain,
                way,
                files
              )
              if (response.status() >= 500)
                failed.push(`${response.status()} ${route.method} ${route.pattern} ${way.join('.')}: ${what}`)
            }
          }
        }
      })
    )

    assert.isAbove(fields, 20)
    assert.deepEqual(failed.sort(), [])
  }).timeout(600_000)

  test('no address of no page makes the server fail', async ({ client, assert }) => {
    const stage = await makeStage()
    const failed: string[] = []
    await inParallel(routesOf(false), async (route) => {
      const session = await freshSession(stage)
      const draw = drawing(SEED + route.pattern.length)
      const keys = route.pattern.includes(':') ? drawn(KEYS, PER_PAGE / 2, draw) : []
      const asked = [
        ...drawn(QUERIES, PER_PAGE, draw).map((query) => `${addressOf(route, stage)}?${query}`),
        ...keys.map((key) => route.pattern.replaceAll(/:[a-z_]+\??/gi, key)),
      ]
      for (const path of asked) {
        const response = await client.get(path).withSession(session).withInertia().redirects(0)
        if (response.status() >= 500)
          failed.push(`${response.status()} ${route.pattern} ${path.slice(0, 300)}`)
      }
    })

    assert.deepEqual(failed.sort(), [])
  }).timeout(600_000)

  test('an empty body changes nothing that is kept', async ({ client, assert }) => {
    const stage = await makeStage()
    await execute(
      `insert into expense_policies (site_id, category, max_per_line_minor, updated_by) values (null, null, 5000, :id)
       on conflict (site_id, category) do update set max_per_line_minor = 5000`,
      { id: stage.person.id }
    )
    await execute(
      `update legal_procedure_phases set planned_start = '2026-03-01', notes = 'Lo previsto' where id = :procedurePhaseId`,
      { procedurePhaseId: stage.company.procedurePhaseId }
    )
    const session = await freshSession(stage)
    const changed: string[] = []
    const routes = routesOf(true).filter(
      ({ method, name }) => method !== 'POST' && method !== 'DELETE' && !STEPS.includes(name)
    )
    let before = await keptRows()
    // To read all that is kept costs more than twenty requests.
    for (let at = 0; at < routes.length; at += 20) {
      const asked = routes.slice(at, at + 20)
      for (const route of asked) await send(client, route, addressOf(route, stage), session, {})
      const after = await keptRows()
      for (const [table, sum] of after)
        if (before.get(table) !== sum)
          changed.push(`${table}, by one of ${asked.map(({ name }) => name).join(', ')}`)
      before = after
    }

    assert.deepEqual(changed.sort(), [])
  }).timeout(300_000)

  test('what may not be negative is refused at its field', async ({ client, assert }) => {
    const stage = await makeStage()
    const taken: string[] = []
    const routes = routesOf(true).filter(({ method }) => method !== 'DELETE')
    await listening((shapesOf) =>
      inParallel(routes, async (route) => {
        const session = await freshSession(stage)
        const path = addressOf(route, stage)
        await send(client, route, path, session, {})
        for (const { root, refs } of shapesOf(route)) {
          const plain = plainValue(root, refs, (field) => keyNamed(field, stage))
          for (const { node, way } of fieldsOf(root)) {
            const field = `${route.name} ${way.filter((at) => at !== 0).join('.')}`
            if (node.subtype !== 'any' || SIGNED.includes(field)) continue
            const response = await send(client, route, path, session, withValue(plain, way, '-5,00'))
            if (!Object.hasOwn(errorsOf(response), way.join('.'))) taken.push(field)
          }
        }
      })
    )

    assert.deepEqual(taken.sort(), [])
  }).timeout(300_000)
})

/** What was refused, by field, as a form or a plain call is told. */
function errorsOf(response: ApiResponse): object {
  const body = response.body() as { errors?: object } | null
  return (response.flashMessages().inputErrorsBag as object | undefined) ?? body?.errors ?? {}
}

/** Amounts of either sign: balances, and what an invoice or a movement says, which credit notes and charges turn round. */
const SIGNED: readonly string[] = [
  'accounts.store opening_balance',
  'rebilling.amounts.update parts.amount',
  'rebilling.store costs.amount',
  'rebilling.store manual_amount',
  'accounts.letterings.store items.amount',
  'accounts.lines.entry lines.amount',
  ...['invoices.lines.store', 'invoices.lines.update'].map((name) => `${name} base`),
  ...['groups.base', 'groups.vat', 'groups.surcharge', 'supplied', 'withholding', 'total'].map(
    (name) => `invoices.totals.update ${name}`
  ),
  'public.invoices.store total',
  'invoices.due.update rounding',
  'providers.profiles.test amount',
  'providers.profiles.live-test amount',
]

/** Steps that have nothing to say but that they are taken. */
const STEPS: readonly string[] = [
  'providers.banks.default',
  'payexpenses.review.take-over',
  'sites.approvals.activate',
  'sites.reactivate',
]

/** What every table of documents and settings adds up to; traces of the requests themselves are left out. */
async function keptRows(): Promise<Map<string, string>> {
  const tables = await rows<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and c.relname !~ '(session|audit_event|rate_limit|form_request|job|login_event|adonis|report_|mail|journal_lines|invoice_action_logs)'`
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(sum(hashtext(t::text)), 0)::text as sum from "${name}" t`
  )
  return new Map(
    (await rows<{ name: string; sum: string }>(sums.join(' union all '))).map(({ name, sum }) => [name, sum])
  )
}
