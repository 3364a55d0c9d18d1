import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { bufferPayroll } from '#app/payments/kinds/payroll/buffer_payroll'
import { rejectRun } from '#app/payments/kinds/payroll/decide_run'
import { releaseNowJob } from '#app/payments/release/release_now_job'
import { releaseOrders } from '#app/payments/release/release_orders'
import {
  approveAsShown,
  makeApprovedRun,
  makePayroll,
  makePayrollStage,
  makeRun,
  ordersOfRun,
  payrollCsv,
} from '#tests/factories/payroll'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

const steppedUp = async (session: SessionData): Promise<SessionData> => {
  await execute(`update user_sessions set step_up_at = now()`)
  return session
}

test.group('Payroll over HTTP', () => {
  test('of a payroll accounting learns nothing: neither page, nor run, order, batch or file', async ({
    assert,
    client,
  }) => {
    const stage = await makePayrollStage(2)
    const runId = await makeApprovedRun(stage)
    const orders = (await ordersOfRun(runId)).map(({ id }) => id)
    const { batchIds } = await releaseOrders(orders, stage.approvers[0].actor)
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const amounts = ['1.500,00', '150000', '150001', 'Empleada 1']

    for (const [path, status] of [
      ['/paypayrolls', 403],
      ['/paypayrolls/upload', 403],
      ['/paypayrolls/process', 403],
      [`/payroll-runs/${runId}`, 403],
      [`/payment-orders/${orders[0]}`, 404],
      [`/payment-batches/${batchIds[0]}`, 404],
      ['/payment-batches', 200],
      ['/paysuppliers?tab=sent', 200],
      ['/paysuppliers?tab=buffer', 200],
      ['/', 200],
    ] as const) {
      const response = await client.get(path).withSession(session).withInertia().redirects(0)
      assert.equal(response.status(), status, path)
      for (const secret of amounts) assert.notInclude(response.text(), secret, path)
    }
  })

  test('the page of an employee shows their salaries without the amounts, each with where it is paid', async ({
    assert,
    client,
  }) => {
    const stage = await makePayrollStage(2)
    const [payrollId] = await makePayroll(stage)
    const [employee] = stage.employees
    const { session } = await makeSignedIn('superC0ntab1l1dad')

    const page = await client.get(`/employees/${employee?.id}/edit`).withSession(session).withInertia()
    const { payrolls } = page.inertiaProps as unknown as { payrolls: { id: number; href: string }[] }
    const listed = await client
      .get(payrolls[0]?.href ?? '')
      .withSession(session)
      .withInertia()

    assert.deepEqual(
      payrolls.map(({ id }) => id),
      [payrollId]
    )
    assert.notInclude(JSON.stringify(payrolls), '150000')
    const shown = Object.values(listed.inertiaProps as Record<string, { rows?: { id: number }[] }>).find(
      (prop) => prop?.rows
    )
    assert.deepEqual(
      shown?.rows?.map(({ id }) => id),
      [payrollId]
    )
  })

  test('a file with headings of its own is read once the needed ones are told, the others left open', async ({
    assert,
    client,
  }) => {
    const stage = await makePayrollStage(2)
    const session = await signedIn(stage.person)
    const text = payrollCsv(stage.employees, () => '1.500,00')
      .replace('NIF;', 'Quién;')
      .replace('Neto;', 'Cuánto;')
    type Preview = {
      id: string
      newCount: number
      columns: { missing: string[]; fields: { key: string }[] }
    }
    const read = async (path: string) =>
      ((await client.get(path).withSession(session).withInertia()).inertiaProps as { preview: Preview })
        .preview

    const uploaded = await client
      .post('/paypayrolls/upload')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .file('file', Buffer.from(text, 'utf8'), { filename: 'nomina.csv', contentType: 'text/csv' })
    const path = uploaded.header('location') ?? ''
    const before = await read(path)
    await client
      .put(`/paypayrolls/uploads/${before.id}`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({
        columns: {
          ...Object.fromEntries(before.columns.fields.map(({ key }) => [key, ''])),
          taxId: 'Quién',
          net: 'Cuánto',
        },
      })
    const after = await read(path)

    assert.deepEqual(before.columns.missing, ['NIF', 'Neto'])
    assert.deepEqual(after.columns.missing, [])
    assert.equal(after.newCount, 2)
  })

  test('a file goes from the upload to a run that somebody else approves', async ({ assert, client }) => {
    const stage = await makePayrollStage(2)
    const session = await signedIn(stage.person)
    const bytes = Buffer.from(
      payrollCsv(stage.employees, () => '1.500,00'),
      'utf8'
    )

    const uploaded = await client
      .post('/paypayrolls/upload')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .file('file', bytes, { filename: 'nomina.csv', contentType: 'text/csv' })
    const preview = await client
      .get(uploaded.header('location') ?? '')
      .withSession(session)
      .withInertia()
    const props = preview.inertiaProps as { preview: { id: string; newCount: number; errorCount: number } }
    assert.deepInclude(props.preview, { newCount: 2, errorCount: 0 })

    const processed = await client
      .post(`/paypayrolls/uploads/${props.preview.id}`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .form({})
    assert.equal(processed.header('location'), '/paypayrolls/process')
    const review = await client
      .get(`/paypayrolls/process?site_id=${stage.siteId}&period=2026-11`)
      .withSession(session)
      .withInertia()
    const { payments, accounts } = review.inertiaProps as {
      payments: { id: number }[]
      accounts: { id: number }[]
    }
    assert.lengthOf(payments, 2)

    const run = await client
      .post('/paypayrolls/process')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ payroll_ids: payments.map(({ id }) => id), debtor_account_id: accounts[0]?.id })
    const path = run.header('location') ?? ''
    assert.match(path, /^\/payroll-runs\/\d+$/)

    const approver = await steppedUp(await signedIn(stage.approvers[0]))
    const page = await client.get(path).withSession(approver).withInertia()
    const shown = page.inertiaProps as {
      run: { fingerprint: string; canApprove: boolean; required: number }
    }
    assert.isTrue(shown.run.canApprove)
    const approved = await client
      .post(`${path}/approval`)
      .withSession(approver)
      .withCsrfToken()
      .redirects(0)
      .json({ fingerprint: shown.run.fingerprint })
    assert.match(JSON.stringify(approved.flashMessages()), /Aprobación registrada|Nómina aprobada/)
    const again = await client
      .post(`${path}/approval`)
      .withSession(await steppedUp(session))
      .withCsrfToken()
      .redirects(0)
      .json({ fingerprint: shown.run.fingerprint })
    assert.notMatch(JSON.stringify(again.flashMessages()), /registrada|aprobada/)
  })

  test('each tab shows what its name says', async ({ assert, client }) => {
    const stage = await makePayrollStage(2)
    const [first = 0] = await makePayroll(stage)
    await makeRun(stage, [first])
    const session = await signedIn(stage.person)
    const scope = `site_ids[]=${stage.siteId}`
    const rowsOf = async (tab: string, prop: string) => {
      const response = await client.get(`/paypayrolls?tab=${tab}&${scope}`).withSession(session).withInertia()
      response.assertStatus(200)
      return (response.inertiaProps as Record<string, { rows: unknown[] }>)[prop]?.rows.length
    }

    assert.equal(await rowsOf('months', 'months'), 1)
    assert.equal(await rowsOf('payments', 'payments'), 1)
    assert.equal(await rowsOf('buffer', 'runs'), 1)
    for (const tab of ['draft', 'sent', 'incident', 'history']) assert.equal(await rowsOf(tab, 'orders'), 0)
  })

  test('a salary is cancelled with its reason, by who may see it', async ({ assert, client }) => {
    const stage = await makePayrollStage(1)
    const [id = 0] = await makePayroll(stage)

    const bare = await client
      .delete(`/paypayrolls/${id}`)
      .withSession(await signedIn(stage.person))
      .withCsrfToken()
      .redirects(0)
      .json({ reason: '' })
    assert.property(bare.flashMessages(), 'inputErrorsBag')
    await client
      .delete(`/paypayrolls/${id}`)
      .withSession(await signedIn(stage.person))
      .withCsrfToken()
      .redirects(0)
      .json({ reason: 'Se paga en mano' })

    const { status } = await oneRow<{ status: string }>(
      `select status from payroll_payments where id = :id`,
      { id }
    )
    assert.equal(status, 'cancelled')
  })
})

test.group('Salaries that cannot wait', () => {
  test('are asked for with a reason after a step up, and leave together with the last approval', async ({
    assert,
    client,
  }) => {
    const stage = await makePayrollStage(2)
    const payrollIds = await makePayroll(stage)
    const session = await signedIn(stage.person)
    const post = (who: SessionData, fields: object) =>
      client.post('/paypayrolls/pay-now').withSession(who).withCsrfToken().redirects(0).json(fields)

    const asked = await post(session, { payroll_ids: payrollIds, reason: 'Liquidación urgente' })
    const short = await post(await steppedUp(session), { payroll_ids: payrollIds, reason: 'Ya' })
    const taken = await post(session, { payroll_ids: payrollIds, reason: 'Liquidación urgente' })

    assert.notMatch(asked.header('location') ?? '', /payroll-runs/)
    assert.notMatch(short.header('location') ?? '', /payroll-runs/)
    const runId = Number(taken.header('location')?.split('/').at(-1))
    const mails = await rows<{ subject: string }>(
      `select subject from outgoing_mails where object_type = 'payment_run' and object_id = :runId`,
      { runId }
    )
    assert.isNotEmpty(mails)

    for (const approver of stage.approvers) {
      const { given, required } = await approveAsShown(runId, approver)
      if (given >= required) break
    }
    const jobs = await rows<{ queue: string }>(
      `select queue from job_runs where object_type = 'payment_run' and object_id = :runId`,
      { runId }
    )
    assert.deepEqual(jobs, [{ queue: 'payments.release_now' }])
    await releaseNowJob.work({ runId }, {} as never)

    const left = await rows<{ status: string; payNow: boolean; batches: number }>(
      `select status, pay_now, count(distinct batch_id)::int as batches from payment_orders where run_id = :runId group by 1, 2`,
      { runId }
    )
    assert.deepEqual(left, [{ status: 'sent', payNow: true, batches: 1 }])
  })

  test('of a run that was rejected nothing is urgent any more', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const payrollIds = await makePayroll(stage)
    const { runId } = await bufferPayroll(
      { payrollIds, now: { reason: 'Urgente por el puente' } },
      stage.person.actor
    )

    await rejectRun(runId, 'No corre tanta prisa', stage.approvers[0].actor)

    const left = await rows<{ status: string; payNow: boolean }>(
      `select status, pay_now from payment_orders where source_type = 'payroll_payment' and source_id = any(:payrollIds::bigint[])`,
      { payrollIds }
    )
    assert.deepEqual(left, [
      { status: 'draft', payNow: false },
      { status: 'draft', payNow: false },
    ])
  })
})
