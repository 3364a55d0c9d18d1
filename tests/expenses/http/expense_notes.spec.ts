import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import ExpenseNote from '#app/expenses/models/expense_note'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { useReceiptReader } from '#app/expenses/receipt_reader'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import {
  approveAs,
  type ExpenseStage,
  invoiceLine,
  makeApproved,
  makeExpenseStage,
  makeNote,
  makeReviewed,
  someReceipt,
  statusOf,
} from '#tests/factories/expenses'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { makeEmployee } from '#tests/factories/staff'

type Flashed = {
  success?: string
  warning?: string
  error?: string
  inputErrorsBag?: Record<string, string[]>
}

const steppedUp = async (session: SessionData): Promise<SessionData> => {
  await execute(`update user_sessions set step_up_at = now()`)
  return session
}

const post = (client: ApiClient, path: string, session: SessionData, body: object) =>
  client
    .post(path)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/payexpenses')
    .header('accept', 'text/html')
    .json(body)

test.group('Expense notes over HTTP', (group) => {
  let stage: ExpenseStage
  group.setup(async () => {
    stage = await makeExpenseStage()
  })

  test('a note goes from the form to the pay buffer, each step by who may take it', async ({
    client,
    assert,
  }) => {
    const accountant = await signedIn(stage.sender)
    const sent = await client
      .post('/payexpenses')
      .withSession(accountant)
      .withCsrfToken()
      .redirects(0)
      .header('referer', '/payexpenses')
      .header('accept', 'text/html')
      .fields({
        employee_id: String(stage.employee.id),
        title: 'Por la web',
        'lines[0][spent_on]': addDays(today(), -1),
        'lines[0][category]': 'meal',
        'lines[0][concept]': 'Comida',
        'lines[0][document_kind]': 'ticket',
        'lines[0][total]': '31,07',
        'lines[0][files][0]': '0',
      })
      .file('files[]', someReceipt().bytes, { filename: 'ticket.pdf', contentType: 'application/pdf' })
    const number = /NG-\d{4}-\d+/.exec((sent.flashMessages() as Flashed).success ?? '')?.[0]
    const note = await oneRow<{ id: number }>(`select id from expense_notes where number = :number`, {
      number,
    })

    const reviewer = await signedIn(stage.reviewer)
    await post(client, `/payexpenses/${note.id}/review`, reviewer, {})
    assert.equal(await statusOf(note.id), 'in_review')
    const approver = await steppedUp(await signedIn(stage.approvers[0]))
    const page = await client.get(`/payexpenses/${note.id}`).withSession(approver).withInertia()
    const shown = page.inertiaProps as { note: { fingerprint: string; actions: string[] } }
    assert.include(shown.note.actions, 'approve')
    await post(client, `/payexpenses/${note.id}/approval`, approver, { fingerprint: shown.note.fingerprint })
    assert.equal(await statusOf(note.id), 'approved')

    await post(client, '/payexpenses/buffer', accountant, { note_ids: [note.id], confirm_duplicate: true })
    const order = await row<{ status: string; amountMinor: number; creditorIban: string }>(
      `select status, amount_minor, creditor_iban from payment_orders where source_type = 'expense_note' and source_id = :id`,
      note
    )
    assert.deepEqual(order, { status: 'buffered', amountMinor: 3_107, creditorIban: stage.employee.iban })
    assert.equal(await statusOf(note.id), 'in_payment')
  })

  test('adm1n1strat0r sends in their own and sees nobody else’s', async ({ client, assert }) => {
    const { user, session } = await ownEmployee()
    const foreign = await makeNote(stage)

    const sent = await client
      .post('/payexpenses')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .header('referer', '/payexpenses')
      .header('accept', 'text/html')
      .fields({
        // Whose it is is not theirs to say.
        employee_id: '999999',
        title: 'Mi viaje',
        'lines[0][spent_on]': addDays(today(), -1),
        'lines[0][category]': 'mileage',
        'lines[0][concept]': 'En mi coche',
        'lines[0][document_kind]': 'none',
        'lines[0][km]': '10,5',
      })
    assert.match((sent.flashMessages() as Flashed).success ?? '', /enviada/)
    const list = await client.get('/payexpenses').withSession(session).withInertia()
    const { notes } = list.inertiaProps as { notes: { rows: { title: string; total: { minor: number } }[] } }
    assert.deepEqual(
      notes.rows.map(({ title, total }) => [title, total.minor]),
      [['Mi viaje', 273]]
    )
    for (const path of [`/payexpenses/${foreign}`, `/payexpenses/${foreign}/receipts`])
      assert.equal(
        (await client.get(path).withSession(session).withInertia().redirects(0)).status(),
        404,
        path
      )
    assert.isAbove(user.id, 0)
  })

  test('four eyes at every door: neither the sender nor the payee approves, in the page or by hand', async ({
    client,
    assert,
  }) => {
    const id = await makeReviewed(stage, { lines: [invoiceLine()] })
    const [payee] = [stage.approvers[2]]
    await execute(`update employees set user_id = :userId where id = :id`, {
      userId: payee.id,
      id: stage.employee.id,
    })
    const session = await steppedUp(await signedIn(payee))
    const fingerprint = await noteFingerprint(id)

    const page = await client.get(`/payexpenses/${id}`).withSession(session).withInertia()
    assert.notInclude((page.inertiaProps as { note: { actions: string[] } }).note.actions, 'approve')
    const answer = await post(client, `/payexpenses/${id}/approval`, session, {
      fingerprint,
      confirm_duplicate: true,
    })
    assert.match((answer.flashMessages() as Flashed).error ?? '', /No puede aprobar su propia nota/)
    assert.equal(await statusOf(id), 'in_review')

    // Its payment, by the page of the payment and by the list of many.
    await approveAs(id, stage.approvers[0])
    await post(client, '/payexpenses/buffer', await signedIn(stage.sender), {
      note_ids: [id],
      confirm_duplicate: true,
    })
    const order = await oneRow<{ id: number; fingerprint: string }>(
      `select id, fingerprint from payment_orders where source_type = 'expense_note' and source_id = :id`,
      { id }
    )
    await post(client, `/payment-orders/${order.id}/approval`, session, { fingerprint: order.fingerprint })
    await client
      .put('/payment-orders/approvals')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ orders: [{ id: order.id, fingerprint: order.fingerprint }] })
    const { decisions } = await oneRow<{ decisions: number }>(
      `select count(*)::int as decisions from approval_decisions where document_type = 'payment_order' and document_id = :id`,
      order
    )
    assert.equal(decisions, 0)
    await execute(`update employees set user_id = null where id = :id`, { id: stage.employee.id })
  })

  test('c0ntab1l1dad neither approves, nor takes approvals back, nor keeps texts and limits', async ({
    client,
    assert,
  }) => {
    const id = await makeApproved(stage)
    const session = await steppedUp(await signedIn(stage.sender))

    for (const [method, path] of [
      ['POST', `/payexpenses/${id}/approval`],
      ['DELETE', `/payexpenses/${id}/approval`],
      ['POST', `/payexpenses/${id}/rebilling`],
      ['PUT', '/payexpenses/policies'],
      ['POST', '/payexpenses/email-templates'],
    ] as const) {
      const answer = await client
        .request(path, method)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .header('accept', 'application/json')
        .json({})
      assert.equal(answer.status(), 403, `${method} ${path}`)
    }
    assert.equal(await statusOf(id), 'approved')
  })

  test('a receipt is shown as a picture, given as an attachment, and never of another note', async ({
    client,
    assert,
  }) => {
    const [id, other] = [await makeNote(stage), await makeNote(stage)]
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const receipt = await oneRow<{ id: number }>(`select id from expense_note_files where note_id = :id`, {
      id,
    })

    const picture = await client.get(`/payexpenses/${id}/receipts/${receipt.id}/pages/1`).withSession(session)
    const file = await client.get(`/payexpenses/${id}/receipts/${receipt.id}`).withSession(session)
    const archive = await client.get(`/payexpenses/${id}/receipts`).withSession(session)
    const foreign = await client.get(`/payexpenses/${other}/receipts/${receipt.id}`).withSession(session)

    assert.equal(picture.header('content-type'), 'image/png')
    assert.match(file.header('content-disposition') ?? '', /^attachment/)
    assert.equal(archive.header('content-type'), 'application/zip')
    assert.equal(foreign.status(), 404)
  }).timeout(60_000)

  test('the receipts of several notes come in one archive, without those of companies one does not see', async ({
    client,
    assert,
  }) => {
    const [one, two, foreign] = [
      await makeNote(stage),
      await makeNote(stage),
      await makeNote(await makeExpenseStage()),
    ]
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const { numbers } = await oneRow<{ numbers: string[] }>(
      `select array_agg(number order by id) as numbers from expense_notes where id = any(:ids::bigint[])`,
      { ids: [one, two, foreign] }
    )
    const ask = (ids: number[]) => {
      const asked = client.get('/payexpenses/receipts').qs({ ids }).withSession(session)
      asked.request.responseType('blob')
      return asked
    }

    const archive = await ask([one, two, foreign])
    const nothing = await ask([foreign])

    const names = (archive.body() as Buffer).toString('latin1')
    assert.equal(archive.header('content-type'), 'application/zip')
    assert.include(names, `${numbers[0]}/01 `)
    assert.include(names, `${numbers[1]}/02 `)
    assert.notInclude(names, `${numbers[2]}/`)
    assert.equal(nothing.status(), 404)
  })

  test('a mail is filled in, sent with the receipts that are chosen, and says no secret to those who read along', async ({
    client,
    assert,
  }) => {
    const id = await makeReviewed(stage)
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const receipt = await oneRow<{ id: number }>(`select id from expense_note_files where note_id = :id`, {
      id,
    })
    const mail = { to: 'empleada@prueba.test', subject: 'Sobre {numero}', body: '{nombre}: {enlace_estado}' }

    const unknown = await post(client, `/payexpenses/${id}/emails`, session, {
      ...mail,
      body: 'Hola {apodo}',
    })
    assert.equal(
      (unknown.flashMessages() as Flashed).inputErrorsBag?.body?.[0],
      'Variable desconocida: {apodo}.'
    )
    await post(client, `/payexpenses/${id}/emails`, session, { ...mail, receipt_ids: [receipt.id] })
    const sent = await oneRow<{ subject: string; body: string; files: number; kept: string }>(
      `select m.subject, m.body, (select count(*)::int from outgoing_mail_files f where f.mail_id = m.id) as files, e.body as kept
         from expense_note_messages e join outgoing_mails m on m.id = e.outgoing_mail_id where e.note_id = :id order by e.id desc limit 1`,
      { id }
    )
    const { number } = await ExpenseNote.findOrFail(id)
    assert.equal(sent.subject, `Sobre ${number}`)
    assert.match(sent.body, /nota-de-gastos\/estado\/[a-z2-7]{32}/)
    assert.notMatch(sent.kept, /[a-z2-7]{32}/)
    assert.equal(sent.files, 1)
  })

  test('a photograph proposes what its line says, and one that cannot be read proposes nothing', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const ask = () =>
      client
        .post('/payexpenses/reading')
        .withSession(session)
        .withCsrfToken()
        .accept('json')
        .file('file', someReceipt().bytes, { filename: 'ticket.pdf' })
    const before = useReceiptReader(async () => ({
      issuedOn: today(),
      totalMinor: 2_340,
      vatMinor: null,
      vatRate: null,
      currency: 'EUR',
      supplierName: 'Taxi 12',
      supplierTaxId: null,
      invoiceNumber: null,
      customerTaxId: null,
      pages: 1,
    }))
    try {
      const proposed = (await ask()).body() as { data: { total: { minor: number } } }
      assert.equal(proposed.data.total.minor, 2_340)
    } finally {
      useReceiptReader(before)
    }
  })

  async function ownEmployee() {
    const user = await makeUser('adm1n1strat0r')
    const { id } = await makeEmployee(stage.siteId, stage.person)
    await execute(`update employees set user_id = :userId where id = :id`, { id, userId: user.id })
    return { user, session: await signedIn(user) }
  }
})
