import { test } from '@japa/runner'
import { finishImport } from '#app/accounts/actions/finish_import'
import { LINES_AT_ONCE_MAX } from '#app/accounts/actions/request_import'
import { undoImport } from '#app/accounts/actions/undo_import'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement } from '#tests/factories/statements'
import { HttpBrowser } from '#tests/web/http_browser'
import { ListeningBrowser } from '#tests/web/listening_browser'
import { RealProcess } from '#tests/web/real_server'

const LINES = 12_000
const accepts = { unbalanced: false, unreadableRows: false }

/** So many movements of some cents each, whose balances add up. */
function longStatement(count: number): Uint8Array {
  let balance = 0
  return csvStatement(
    Array.from({ length: count }, (_, at) => {
      const cents = (at % 2 === 0 ? 1 : -1) * (100 + at)
      balance += cents
      return {
        on: `2026-03-${String(1 + Math.floor((at * 28) / count)).padStart(2, '0')}`,
        cents,
        text: `MOVIMIENTO ${at}`,
        balance,
      }
    })
  )
}

async function makeUpload(count = LINES) {
  const { siteId } = await makeSite()
  const id = await makeBankAccount(siteId)
  const fileId = await uploadStatement({
    bankAccountId: id,
    name: 'largo.csv',
    bytes: longStatement(count),
    actor: SYSTEM,
  })
  return { id, fileId, siteId }
}

const countLines = async (id: number) =>
  (
    await oneRow<{ count: number }>(
      `select count(*)::int as count from bank_statement_lines where bank_account_id = :id`,
      { id }
    )
  ).count

type Run = {
  id: number
  status: string
  title: string
  message: string | null
  done: number
  total: number | null
}

const runsOf = (id: number, queue: string) =>
  rows<Run>(
    `select id, status, title, message, done_count as done, total_count as total from job_runs where object_type = 'bank_account' and object_id = :id and queue = :queue order by id`,
    { id, queue }
  )

const imports = (id: number) => runsOf(id, 'accounts.import-statement')

const quiet = async () => {}

test.group('Statements of thousands of movements', () => {
  test('up to the limit they are imported at once, beyond it in the background', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const post = async ({ id, fileId }: { id: number; fileId: number }) =>
      client
        .post(`/accounts/${id}/statements`)
        .withSession(session)
        .withCsrfToken()
        .form({ file_id: fileId })
        .redirects(0)
    const short = await makeUpload(LINES_AT_ONCE_MAX)
    const long = await makeUpload(LINES_AT_ONCE_MAX + 1)

    const atOnce = await post(short)
    const later = await post(long)

    assert.equal(atOnce.flashMessage('success'), 'Importadas 2000, repetidas 0, rechazadas 0.')
    assert.deepEqual([await countLines(short.id), (await imports(short.id)).length], [LINES_AT_ONCE_MAX, 0])
    later.assertHeader('location', `/accounts/${long.id}/reconcile`)
    assert.equal(
      later.flashMessage('info'),
      'Importando 2.001 movimientos de largo.csv en segundo plano: puede seguir trabajando.'
    )
    assert.deepEqual([await countLines(long.id), (await imports(long.id)).length], [0, 1])
    const page = await client.get(`/accounts/${long.id}/reconcile`).withSession(session).withInertia()
    assert.deepInclude(page.inertiaProps as object, {
      importing: { name: 'largo.csv', done: 0, total: null },
    })
  }).timeout(180_000)

  test('pressed five times, and uploaded once more meanwhile, it is imported once', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const { id, fileId } = await makeUpload(2_500)
    const again = await uploadStatement({
      bankAccountId: id,
      name: 'largo.csv',
      bytes: longStatement(2_500),
      actor: SYSTEM,
    })
    const post = (file: number) =>
      client
        .post(`/accounts/${id}/statements`)
        .withSession(session)
        .withCsrfToken()
        .form({ file_id: file })
        .redirects(0)

    const answers = await Promise.all([fileId, fileId, again, fileId, again].map(post))

    assert.lengthOf(await imports(id), 1)
    for (const answer of answers) answer.assertHeader('location', `/accounts/${id}/reconcile`)
  }).timeout(180_000)

  test('what is wrong with the file is told at once, and nothing is put in the queue', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const { siteId } = await makeSite()
    const id = await makeBankAccount(siteId)
    const bytes = Buffer.concat([
      longStatement(2_500),
      Buffer.from('\n2026-03-28;SIN IMPORTE;no es dinero;;;;'),
    ])
    const fileId = await uploadStatement({ bankAccountId: id, name: 'largo.csv', bytes, actor: SYSTEM })

    const answer = await client
      .post(`/accounts/${id}/statements`)
      .withSession(session)
      .withCsrfToken()
      .form({ file_id: fileId })
      .redirects(0)

    const errors = answer.flashMessage('inputErrorsBag') as Record<string, string[]>
    assert.deepEqual(errors.file, ['Hay 1 fila con error: corríjala o marque «Omitir filas con error».'])
    assert.lengthOf(await imports(id), 0)
  })

  test('an import that breaks off leaves nothing, and its retry brings everything', async ({ assert }) => {
    const { id, fileId } = await makeUpload()
    const data = { bankAccountId: id, fileId, accepts, actor: SYSTEM }
    const breaksOff = async (done: number) => {
      if (done >= 5_000) throw new Error('killed')
    }

    await assert.rejects(() => finishImport(data, breaksOff), 'killed')
    const left = await oneRow(
      `select (select count(*)::int from bank_statements where bank_account_id = :id) as statements,
          (select count(*)::int from bank_statement_lines where bank_account_id = :id) as lines,
          (select count(*)::int from audit_events where object_type = 'bank_account' and object_id = :id and event like 'bank_statement.%') as events`,
      { id }
    )
    const outcome = await finishImport(data, quiet)

    assert.deepEqual(left, { statements: 0, lines: 0, events: 0 })
    assert.equal(outcome.message, 'Importadas 12000, repetidas 0, rechazadas 0')
    assert.equal(await countLines(id), LINES)
  }).timeout(180_000)

  test('a run repeated after it was confirmed ends well and brings nothing twice; undone, nothing is left', async ({
    assert,
  }) => {
    const { id, fileId } = await makeUpload()
    const data = { bankAccountId: id, fileId, accepts, actor: SYSTEM }

    const [first, second] = await Promise.all([finishImport(data, quiet), finishImport(data, quiet)])
    const brought = await countLines(id)
    const { statementId } = await oneRow<{ statementId: number }>(
      `select max(id) as statement_id from bank_statements where bank_account_id = :id`,
      { id }
    )
    const undone = await undoImport({ bankAccountId: id, statementId, actor: SYSTEM })

    assert.sameMembers(
      [first.message, second.message],
      ['Importadas 12000, repetidas 0, rechazadas 0', 'Importadas 12000']
    )
    assert.deepEqual([brought, undone, await countLines(id)], [LINES, LINES, 0])
  }).timeout(180_000)

  test('the file of another upload that was imported meanwhile is told as a repeated one', async ({
    assert,
  }) => {
    const { id, fileId } = await makeUpload(2_500)
    const other = await uploadStatement({
      bankAccountId: id,
      name: 'otra vez.csv',
      bytes: longStatement(2_500),
      actor: SYSTEM,
    })
    await finishImport({ bankAccountId: id, fileId, accepts, actor: SYSTEM }, quiet)

    await assert.rejects(
      () => finishImport({ bankAccountId: id, fileId: other, accepts, actor: SYSTEM }, quiet),
      /Este fichero ya se importó el \d{2}\/\d{2}\/\d{4}/
    )
  })

  test('a worker imports while its person watches, then looks for suggestions', async ({ assert }) => {
    const { id, fileId, siteId } = await makeUpload()
    const person = await makeUser('c0ntab1l1dad', { siteIds: [siteId] })
    const [server, worker] = await RealProcess.together(
      RealProcess.server({ JOBS: 'external' }),
      RealProcess.worker()
    )
    try {
      const browser = await HttpBrowser.signedIn(server.origin, person)
      const watching = await ListeningBrowser.open(browser)

      const answer = await browser.post(`/accounts/${id}/statements`, { file_id: fileId })
      type Told = {
        title: string
        status: string
        done: number
        message: string | null
        href: string | null
      }[]
      const told = () => (watching.of('jobs') as Told[]).flat()
      const isDone = await watching.until(
        () =>
          told().some(({ title, status }) => title === 'Importar extracto largo.csv' && status === 'done'),
        120_000
      )

      const steps = told().filter(({ title }) => title === 'Importar extracto largo.csv')
      assert.equal(answer.location, `/accounts/${id}/reconcile`)
      assert.isTrue(isDone)
      assert.deepInclude(steps.at(-1), {
        done: LINES,
        message: 'Importadas 12000, repetidas 0, rechazadas 0',
        href: `/accounts/${id}/reconcile`,
      })
      assert.equal(await countLines(id), LINES)
      assert.lengthOf(await runsOf(id, 'reconciliation.suggest-matches'), 1)
      watching.leave()
    } finally {
      await Promise.all([server.stop(), worker.stop()])
    }
  }).timeout(300_000)

  test('while a long import holds the account, payments and entries that refer to it do not wait', async ({
    assert,
  }) => {
    const { id, fileId } = await makeUpload()
    let waited = false
    const refers = async (done: number) => {
      if (done !== 5_000) return
      await execute(`insert into statement_mappings (bank_account_id, mapping) values (:id, '{}')`, { id })
      waited = true
    }

    await finishImport({ bankAccountId: id, fileId, accepts, actor: SYSTEM }, refers)

    assert.isTrue(waited)
  })
})
