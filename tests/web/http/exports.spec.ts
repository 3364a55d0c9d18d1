import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { jobsOf } from '#app/jobs/area_jobs'
import { settleLostRuns } from '#app/jobs/settle_lost_runs'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { buildExport, failExport } from '#app/web/actions/build_export'
import { removeExpiredExports } from '#app/web/actions/remove_expired_exports'
import { AREAS } from '#app/web/areas'
import type { ExportRow } from '#app/web/queries/list_exports'
import { makeSite } from '#tests/factories/books'
import { makeManyInvoices } from '#tests/factories/many_invoices'
import { makeUser, type Person } from '#tests/factories/people'
import { makeSignedIn, type signedIn } from '#tests/factories/sign_in'
import { HttpBrowser } from '#tests/web/http_browser'
import { ListeningBrowser } from '#tests/web/listening_browser'
import { RealProcess } from '#tests/web/real_server'

const MANY = 20_001
const silent = async () => {}

type Session = Awaited<ReturnType<typeof signedIn>>
const get = (client: ApiClient, path: string, session: Session): Promise<ApiResponse> =>
  client.get(path).withSession(session).redirects(0) as unknown as Promise<ApiResponse>
const latest = (person: Person) =>
  oneRow<{ id: number; status: string; error: string | null; rowCount: number }>(
    `select id, status, error, row_count from exports where user_id = :id order by id desc limit 1`,
    { id: person.id }
  )
/** A lost reading of an invoice that is not there: giving it up fails. Gives its run. */
async function loseReadingOfNothing(): Promise<number> {
  const { runId } = await oneRow<{ runId: number }>(
    `with job as (insert into jobs.job (name, state, data) values ('invoices.read', 'failed', '{"data": {"invoiceId": 0, "fileId": 0}}') returning id)
     insert into job_runs (queue, title, status, job_id) select 'invoices.read', 'Leer nada', 'running', id from job returning id as run_id`
  )
  return runId
}
const countOf = async (person: Person) =>
  (
    await oneRow<{ found: number }>(`select count(*)::int as found from exports where user_id = :id`, {
      id: person.id,
    })
  ).found

async function storedPath(exportId: number): Promise<string> {
  const { storageKey } = await oneRow<{ storageKey: string }>(
    `select f.storage_key from exports e join files f on f.id = e.file_id where e.id = :exportId`,
    { exportId }
  )
  return join(process.env.DATA_DIR ?? '', 'files', storageKey)
}
const storedBytes = async (exportId: number) => readFile(await storedPath(exportId))

test.group('Exports of long lists', (group) => {
  let site = 0

  group.setup(async () => {
    site = (await makeSite()).siteId
    await makeManyInvoices(site, MANY)
  })

  /** Somebody who sees the invoices of the company and no others: those without a company are not theirs. */
  const makeClerk = () => makeSignedIn('c0ntab1l1dad', { siteIds: [site], sharedInbox: false })
  const ask = async (client: ApiClient, session: Session, query = 'export=csv') =>
    get(client, `/invoices?${query}`, session)

  /** A clerk of the company whose file is ready. */
  async function withFile(client: ApiClient, query = 'export=csv') {
    const clerk = await makeClerk()
    await ask(client, clerk.session, query)
    const { id } = await latest(clerk.person)
    await buildExport(id, silent)
    return { ...clerk, id }
  }

  test('a list of more than 20,000 rows goes to the background and its person is told', async ({
    client,
    assert,
  }) => {
    const { person, session } = await makeClerk()

    const answer = await ask(client, session, 'export=csv&status[]=pending_review&sort=total&page=3')

    assert.equal(answer.header('location'), '/invoices?status%5B%5D=pending_review&sort=total')
    assert.include(answer.flashMessage('info'), 'se prepara en segundo plano')
    assert.equal((await latest(person)).status, 'queued')
    const run = await row(`select title from job_runs where user_id = :id`, { id: person.id })
    assert.deepEqual(run, { title: 'Exportar facturas (CSV)' })
  })

  test('the CSV holds every row of the filter in its order, and no formula', async ({ client, assert }) => {
    const { session, id } = await withFile(client, 'export=csv&sort=total')

    const answer = await get(client, `/exports/${id}/download`, session)

    answer.assertStatus(200)
    assert.match(
      String(answer.header('content-disposition')),
      /^attachment; filename="facturas-\d{4}-\d\d-\d\d\.csv"/
    )
    assert.equal(answer.header('content-type'), 'text/csv; charset=utf-8')
    assert.equal(answer.header('content-encoding'), 'gzip')
    const lines = answer.text().trimEnd().split('\r\n')
    assert.lengthOf(lines, MANY + 1)
    assert.isTrue(lines[0]?.replace('\uFEFF', '').startsWith('Referencia;Fecha;Proveedor;Empresa'))
    assert.include(lines[1], `'=HYPERLINK`)
    assert.include(lines[1], ';0,01;')
    assert.include(lines[MANY], ';200,01;')
    assert.lengthOf(new Set(lines), MANY + 1)

    await rm(await storedPath(id))
    const gone = await get(client, `/exports/${id}/download`, session)
    assert.equal(gone.status(), 404)
    assert.include(gone.text(), 'El archivo no está disponible')
  })

  test('the Excel file opens with the same rows, amounts as numbers', async ({ client, assert }) => {
    const { session, id } = await withFile(client, 'export=xlsx&sort=total')

    const answer = await get(client, `/exports/${id}/download`, session)
    const bytes = await storedBytes(id)
    const book = read(bytes)
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Datos ?? {})

    assert.equal(Number(answer.header('content-length')), bytes.length)
    assert.lengthOf(rows, MANY)
    assert.equal(rows[0]?.Total, 0.01)
    assert.equal(rows[0]?.Concepto, `'=HYPERLINK("https://malo.test";"x")`)
    assert.equal(rows[MANY - 1]?.Concepto, `Suministro & <${MANY}>`)
    assert.equal(rows[MANY - 1]?.Total, 200.01)
  })

  test('nobody downloads the file of another, whatever their role', async ({ client, assert }) => {
    const { id } = await withFile(client)

    for (const role of ['s1st3ma', 'superC0ntab1l1dad', 'c0ntab1l1dad'] as const) {
      const { session } = await makeSignedIn(role)

      assert.equal((await get(client, `/exports/${id}/download`, session)).status(), 404)
    }
  })

  test('a file made with a company that was taken away since is gone', async ({ client, assert }) => {
    const { person, session, id } = await withFile(client)
    await execute(`delete from user_sites where user_id = :id`, { id: person.id })

    assert.equal((await get(client, `/exports/${id}/download`, session)).status(), 404)
  })

  test('a file made in another role is gone', async ({ client, assert }) => {
    const { person, session, id } = await withFile(client)
    await execute(
      `update users set role = 'aprobador', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: person.id }
    )

    assert.equal((await get(client, `/exports/${id}/download`, session)).status(), 404)
  })

  test('a file holds only companies that its person has when it is made', async ({ client, assert }) => {
    const { siteId: other } = await makeSite()
    await makeManyInvoices(other, 3)
    const { person, session } = await makeSignedIn('c0ntab1l1dad', {
      siteIds: [site, other],
      sharedInbox: false,
    })
    await ask(client, session)
    await execute(`delete from user_sites where user_id = :id and site_id = :site`, {
      id: person.id,
      site,
    })

    const { id } = await latest(person)
    await buildExport(id, silent)

    assert.equal((await latest(person)).rowCount, 3)
    assert.equal((await get(client, `/exports/${id}/download`, session)).status(), 200)
  })

  for (const [why, change] of [
    [
      'lost the role',
      `update users set role = 'adm1n1strat0r', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
    ],
    [
      'was suspended',
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
    ],
    [
      'lost the second factor',
      `update users set two_factor_enabled = false, two_factor_secret_enc = null, updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
    ],
  ] as const) {
    test(`nothing is made for a person who ${why} meanwhile`, async ({ client, assert }) => {
      const { person, session } = await makeClerk()
      await ask(client, session)
      await execute(change, { id: person.id })
      const { id } = await latest(person)

      await assert.rejects(() => buildExport(id, silent), 'Ya no tiene acceso a esta lista.')
      await failExport(id)

      const failed = await latest(person)
      assert.equal(failed.status, 'failed')
      assert.equal(failed.error, 'Ya no tiene acceso a esta lista.')
    })
  }

  test('a failed export is shown with its reason and is made again on request', async ({
    client,
    assert,
  }) => {
    const { person, session } = await makeClerk()
    await ask(client, session)
    const { id } = await latest(person)
    await failExport(id)

    const page = await client.get('/exports').withSession(session).withInertia()
    const again = await client.post(`/exports/${id}/retry`).withSession(session).withCsrfToken().redirects(0)
    await buildExport(id, silent)

    const { exports } = page.inertiaProps as { exports: ExportRow[] }
    assert.equal(exports[0]?.status.label, 'Fallida')
    assert.equal(exports[0]?.error, 'No se ha podido preparar el archivo. Inténtelo de nuevo.')
    assert.equal(again.header('location'), '/exports')
    assert.equal((await get(client, `/exports/${id}/download`, session)).status(), 200)
  })

  test('nobody repeats the export of another', async ({ client, assert }) => {
    const { person, session } = await makeClerk()
    await ask(client, session)
    const { id } = await latest(person)
    await failExport(id)
    const other = await makeClerk()

    const answer = await client
      .post(`/exports/${id}/retry`)
      .withSession(other.session)
      .withCsrfToken()
      .redirects(0)

    assert.equal(answer.flashMessage('error'), 'Esta exportación no se puede repetir.')
    assert.equal((await latest(person)).status, 'failed')
  })

  test('an export whose worker was lost is given up, so that it can be repeated', async ({
    client,
    assert,
  }) => {
    // A worker lays the queue's own tables when it starts.
    await (await RealProcess.worker()).stop()
    const { person, session } = await makeClerk()
    const goneId = await loseReadingOfNothing()
    await ask(client, session)
    const { id } = await latest(person)
    const job = { id, jobId: randomUUID() }
    await execute(`update exports set status = 'running' where id = :id`, { id })
    await execute(
      `insert into jobs.job (id, name, state, data) values (:jobId, 'exports.build', 'failed', jsonb_build_object('data', jsonb_build_object('exportId', :id::bigint)))`,
      job
    )
    await execute(`update job_runs set job_id = :jobId where object_type = 'export' and object_id = :id`, job)

    await settleLostRuns(await jobsOf(AREAS))

    assert.equal((await latest(person)).status, 'failed')
    assert.deepEqual(
      await row(`select status from job_runs where object_type = 'export' and object_id = :id`, { id }),
      { status: 'failed' }
    )
    assert.deepEqual(await row(`select status from job_runs where id = :goneId`, { goneId }), {
      status: 'failed',
    })
  })

  test('the same list asked for twice is made once, and three different ones are the most', async ({
    client,
    assert,
  }) => {
    const { person, session } = await makeClerk()

    await Promise.all(Array.from({ length: 6 }, () => ask(client, session)))
    const once = await countOf(person)
    const answers = []
    for (const sort of ['total', 'issued_on', 'due_on'])
      answers.push(await ask(client, session, `export=csv&sort=${sort}`))

    assert.equal(once, 1)
    assert.equal(await countOf(person), 3)
    assert.equal(
      answers.at(-1)?.flashMessage('error'),
      'Ya tiene 3 exportaciones en preparación: espere a que termine alguna.'
    )
  })

  test('after a day the file is gone, and then it is removed from the store', async ({ client, assert }) => {
    const { person, session, id } = await withFile(client)
    const { fileId } = await oneRow<{ fileId: number }>(`select file_id from exports where id = :id`, { id })
    const path = await storedPath(id)
    const before = await readFile(path)
    await execute(`update exports set expires_at = now() where id = :id`, { id })

    const late = await get(client, `/exports/${id}/download`, session)
    await removeExpiredExports()

    assert.isAbove(before.length, 1_000_000)
    assert.equal(late.status(), 404)
    assert.equal((await latest(person)).status, 'expired')
    await assert.rejects(() => readFile(path), /ENOENT/)
    assert.isNull(await row(`select 1 as found from files where id = :fileId`, { fileId }))
  })

  test('a short list is still answered at once', async ({ client, assert }) => {
    const { siteId } = await makeSite()
    await makeManyInvoices(siteId, 2)
    const { person, session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId], sharedInbox: false })

    const answer = await ask(client, session, 'export=csv&sort=total')

    assert.lengthOf(answer.text().trimEnd().split('\r\n'), 3)
    assert.include(answer.text(), `'=HYPERLINK`)
    assert.equal(await countOf(person), 0)
  })

  test('a worker makes the file while its person watches, and hands it over', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad', { siteIds: [site], sharedInbox: false })
    const [server, worker] = await RealProcess.together(
      RealProcess.server({ JOBS: 'external' }),
      RealProcess.worker()
    )
    try {
      const browser = await HttpBrowser.signedIn(server.origin, person)
      const watching = await ListeningBrowser.open(browser)

      const asked = await browser.get('/invoices?export=xlsx')
      const isDone = await watching.until(
        () => (watching.of('jobs').at(-1) as { status: string }[] | undefined)?.[0]?.status === 'done',
        60_000
      )

      const [run] = watching.of('jobs').at(-1) as { href: string; done: number }[]
      const file = await browser.get(run?.href ?? '')
      assert.equal(asked.status, 302)
      assert.isTrue(isDone)
      assert.equal(run?.done, MANY)
      assert.equal(file.status, 200)
      assert.isTrue(file.text.startsWith('PK'))
      watching.leave()
    } finally {
      await Promise.all([server.stop(), worker.stop()])
    }
  }).timeout(240_000)
})
