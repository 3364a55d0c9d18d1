import { test } from '@japa/runner'
import { ROLES } from '#app/identity/roles'
import { oneRow } from '#app/kernel/database/sql'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type ReconcilePage = {
  lines: { rows: { id: number }[]; counters: Record<string, number> }
  selected: {
    id: number
    proposals: { score: number; items: { journalLineId: number }[] }[]
    matches: object[]
  } | null
  progress: { done: number; total: number }
  canWrite: boolean
}

type Searched = {
  selected: { proposals: object[]; found: { items: { journalLineId: number }[] }[] | null }
}

const statusOf = (lineId: number) =>
  oneRow<{ status: string }>(`select status from bank_statement_lines where id = :lineId`, { lineId })

async function makeWork() {
  const treasury = await makeTreasury()
  const invoice = await makeBookedInvoice(treasury, 'LUZ-501')
  await importBytes(
    treasury.accountId,
    csvStatement([
      { on: '2026-04-09', cents: -12_100, text: 'RECIBO LUZ-501' },
      { on: '2026-04-10', cents: -350, text: 'COMISION' },
    ])
  )
  const [first, second] = await linesOf(treasury.accountId)
  return { ...treasury, invoice, lineId: first?.id ?? 0, feeId: second?.id ?? 0 }
}

test.group('Reconciliation over HTTP', () => {
  test('four roles read the page and three of them work on it', async ({ assert, client }) => {
    const { accountId } = await makeWork()
    const statuses: number[] = []
    const writers: boolean[] = []
    for (const role of ROLES) {
      const response = await client
        .get(`/accounts/${accountId}/reconcile`)
        .withSession((await makeSignedIn(role)).session)
        .withInertia()
      statuses.push(response.status())
      if (response.status() === 200) writers.push((response.inertiaProps as ReconcilePage).canWrite)
    }

    assert.deepEqual(statuses, [200, 200, 200, 200, 403])
    assert.deepEqual(writers, [true, false, true, true])
  })

  test('the page shows the movement with what it may be, and how far the account is', async ({
    assert,
    client,
  }) => {
    const { accountId, lineId, invoice } = await makeWork()

    const response = await client
      .get(`/accounts/${accountId}/reconcile?line=${lineId}`)
      .withSession((await makeSignedIn('c0ntab1l1dad')).session)
      .withInertia()

    const page = response.inertiaProps as ReconcilePage
    assert.deepEqual(page.progress, { done: 0, total: 2 })
    assert.equal(page.lines.counters.pending, 2)
    assert.equal(page.selected?.proposals[0]?.items[0]?.journalLineId, invoice.journalLineId)
  })

  test('movements are found by a name with ñ or accents', async ({ assert, client }) => {
    const { accountId } = await makeTreasury()
    await importBytes(
      accountId,
      csvStatement([
        { on: '2026-04-09', cents: -100, text: 'RECIBO BODEGAS PEÑA' },
        { on: '2026-04-10', cents: -200, text: 'Comisión de gestión' },
      ])
    )
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const found = async (path: string, prop: 'lines' | 'movements') => {
      const response = await client.get(`/accounts/${accountId}/${path}`).withSession(session).withInertia()
      return (response.inertiaProps as Record<string, { rows: object[] }>)[prop]?.rows.length
    }

    assert.equal(await found(`reconcile?q=${encodeURIComponent('Peña')}`, 'lines'), 1)
    assert.equal(await found(`reconcile?q=${encodeURIComponent('comision gestión')}`, 'lines'), 1)
    assert.equal(await found(`edit?tab=movements&q=${encodeURIComponent('peña')}`, 'movements'), 1)
  })

  test('an open item of any day is found by its number, party or amount, and only then shown', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'ANTIGUA-77', 33_333)
    await importBytes(treasury.accountId, csvStatement([{ on: '2026-11-02', cents: -33_333, text: 'CARGO' }]))
    const [line] = await linesOf(treasury.accountId)
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const found = async (text: string) => {
      const url = `/accounts/${treasury.accountId}/reconcile?line=${line?.id}&items=${encodeURIComponent(text)}`
      const { selected } = (await client.get(url).withSession(session).withInertia()).inertiaProps as Searched
      return [
        selected.proposals.length,
        selected.found?.map((proposal) => proposal.items[0]?.journalLineId) ?? null,
      ]
    }

    assert.deepEqual(await found(''), [0, null])
    for (const text of ['antigua-77', 'Suministros prueba', '333,33', 'FÁCTURA 77'])
      assert.deepEqual(await found(text), [0, [invoice.journalLineId]], text)
    assert.deepEqual(await found('nada así'), [0, []])
  })

  test('accounting accepts and undoes; approvers may not', async ({ assert, client }) => {
    const { accountId, lineId, invoice } = await makeWork()
    const url = `/accounts/${accountId}/lines/${lineId}/match`
    const body = { items: [{ journal_line_id: invoice.journalLineId, amount_minor: -12_100 }] }
    const { session } = await makeSignedIn('c0ntab1l1dad')

    await client
      .post(url)
      .withSession((await makeSignedIn('aprobador')).session)
      .withCsrfToken()
      .json(body)
      .redirects(0)
    assert.equal((await statusOf(lineId)).status, 'pending')
    const accepted = await client.post(url).withSession(session).withCsrfToken().json(body).redirects(0)
    assert.equal(accepted.flashMessage('success'), 'Movimiento conciliado.')
    assert.equal((await statusOf(lineId)).status, 'matched')
    const kept = await oneRow<{ score: number; parts: number }>(
      `select score, jsonb_array_length(explanation) as parts from statement_matches where bank_statement_line_id = :lineId`,
      { lineId }
    )
    assert.isAbove(kept.score, 60)
    assert.isAbove(kept.parts, 1)

    await client.delete(url).withSession(session).withCsrfToken().redirects(0)
    assert.equal((await statusOf(lineId)).status, 'pending')
  })

  test('a refused match keeps its place: the reason is told at the form', async ({ assert, client }) => {
    const { accountId, feeId, invoice } = await makeWork()
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const body = { items: [{ journal_line_id: invoice.journalLineId, amount_minor: -12_100 }] }

    const refused = await client
      .post(`/accounts/${accountId}/lines/${feeId}/match`)
      .withSession(session)
      .withCsrfToken()
      .json(body)
      .redirects(0)

    assert.match(
      String((refused.flashMessage('inputErrorsBag') as Record<string, string[]>)?.form),
      /Las partidas suman/
    )
    assert.equal((await statusOf(feeId)).status, 'pending')
  })

  test('a fee gets its entry and a duplicate is ignored with its reason', async ({ assert, client }) => {
    const { accountId, lineId, feeId } = await makeWork()
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    await client
      .post(`/accounts/${accountId}/lines/${feeId}/entry`)
      .withSession(session)
      .withCsrfToken()
      .json({ description: 'Comisión', lines: [{ account_code: '626', amount: 350 }] })
      .redirects(0)
    await client
      .post(`/accounts/${accountId}/lines/${lineId}/ignored`)
      .withSession(session)
      .withCsrfToken()
      .form({ reason: 'Duplicado' })
      .redirects(0)

    assert.equal((await statusOf(feeId)).status, 'booked_direct')
    assert.equal((await statusOf(lineId)).status, 'ignored')
  })

  test('a fee with VAT is booked in two lines, and a refusal is told at its field', async ({
    assert,
    client,
  }) => {
    const { accountId, feeId } = await makeWork()
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const { id: taxId } = await oneRow<{ id: number }>(`select id from tax_codes where code = 'IVA21'`)
    const url = `/accounts/${accountId}/lines/${feeId}`
    const send = (amounts: unknown[]) =>
      client
        .post(`${url}/entry`)
        .withSession(session)
        .withCsrfToken()
        .json({
          description: 'Comisión',
          lines: amounts.map((amount) => ({ account_code: '626', amount, tax_code_id: taxId })),
        })
        .redirects(0)
    const errorsOf = async (amounts: unknown[]) =>
      Object.keys((await send(amounts)).flashMessage('inputErrorsBag') as object)
    const page = await client
      .get(`/accounts/${accountId}/reconcile?line=${feeId}`)
      .withSession(session)
      .withInertia()
    const { entry } = (page.inertiaProps as { selected: { entry: { fee: { value: string } } } }).selected
    assert.match(entry.fee.value, /^626/)
    const options = await client.get(`${url}/accounts?q=comision`).withSession(session)
    options.assertStatus(200)
    const refused = await client
      .get(`${url}/accounts`)
      .withSession((await makeSignedIn('aprobador')).session)
      .redirects(0)
    assert.notEqual(refused.status(), 200)

    assert.deepEqual(await errorsOf([200, 149]), ['lines.1.amount'])
    assert.deepEqual(await errorsOf(['doce']), ['lines.0.amount'])
    await send([200, 150])

    assert.equal((await statusOf(feeId)).status, 'booked_direct')
    const { taxes } = await oneRow<{ taxes: number }>(
      `select count(*)::int as taxes from journal_entries e join journal_lines l on l.entry_id = e.id where e.source_type = 'bank_statement_line' and e.source_id = :feeId and l.tax_code_id = :taxId`,
      { feeId, taxId }
    )
    assert.equal(taxes, 2)
  })

  test('what lies outside one’s companies is not there', async ({ assert, client }) => {
    const { accountId, lineId } = await makeWork()
    const own = await makeSite()
    const ownAccount = await makeBankAccount(own.siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })

    const page = await client.get(`/accounts/${accountId}/reconcile`).withSession(session).withInertia()
    const act = await client
      .post(`/accounts/${accountId}/lines/${lineId}/ignored`)
      .withSession(session)
      .withCsrfToken()
      .form({ reason: 'Duplicado' })
    const crossed = await client
      .post(`/accounts/${ownAccount}/lines/${lineId}/ignored`)
      .withSession(session)
      .withCsrfToken()
      .form({ reason: 'Duplicado' })

    assert.deepEqual([page.status(), act.status(), crossed.status()], [404, 404, 404])
    assert.equal((await statusOf(lineId)).status, 'pending')
  })
})
