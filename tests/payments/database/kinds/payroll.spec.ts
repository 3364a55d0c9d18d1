import { test } from '@japa/runner'
import { verifyBank, waiveCooling } from '#app/employees/actions/employee_banks'
import { employeesList } from '#app/employees/queries/list_employees'
import { findFile, readFileBytes } from '#app/files/store_file'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder, bufferOrder, cancelOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { bufferPayroll } from '#app/payments/kinds/payroll/buffer_payroll'
import { approveRun, rejectRun } from '#app/payments/kinds/payroll/decide_run'
import { placeOrders } from '#app/payments/kinds/supplier/place_orders'
import { returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import type { OrderDraft } from '#app/payments/orders/place_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { payNow } from '#app/payments/release/pay_now'
import { releaseOrders } from '#app/payments/release/release_orders'
import { cancelPayroll } from '#app/payroll/actions/cancel_payroll'
import { createPayroll } from '#app/payroll/actions/create_payroll'
import { bringFile, readAs, takeBack, takeOn } from '#tests/factories/imports'
import {
  approveAsShown,
  draftFor,
  makeApprovedRun,
  makePayroll,
  makePayrollStage,
  makeRun,
  ordersOfRun,
  type PayrollStage,
  payrollCsv,
} from '#tests/factories/payroll'
import { letApprove, makeUser } from '#tests/factories/people'

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    (await checkInvariants()).filter((result) => result.violations > 0),
    []
  )

const upload = (stage: PayrollStage, text: string) =>
  bringFile('payroll', { name: 'nomina.csv', bytes: Buffer.from(text, 'utf8') }, stage.person.actor)

const process = (stage: PayrollStage, uploadId: string) =>
  takeOn('payroll', uploadId, stage.person.actor, { scope: [stage.siteId] })

const statusesOf = async (ids: number[]) =>
  (
    await rows<{ status: string }>(
      `select status from payroll_payments where id = any(:ids::bigint[]) order by id`,
      { ids }
    )
  ).map(({ status }) => status)

test('whose name has no Latin letters is not paid, and it says why', async ({ assert }) => {
  const stage = await makePayrollStage(1)
  const [payrollId] = await makePayroll(stage)
  const draft: OrderDraft = {
    kind: 'payroll',
    siteId: stage.siteId,
    sourceType: 'payroll_payment',
    sourceId: payrollId ?? 0,
    sourcePart: 1,
    creditorType: 'employee',
    creditorId: stage.employees[0]?.id ?? null,
    creditorName: '王伟',
    providerBankId: null,
    employeeBankId: null,
    creditorIban: null,
    amountMinor: 100,
    currency: 'EUR',
    remittance: 'NOMINA',
    debtorAccountId: stage.accountId,
    wantedOn: null,
    retryOfId: null,
  }

  const { orders, refused } = await inTransaction((trx) =>
    placeOrders([draft], stage.accountId, stage.person.actor, trx)
  )

  assert.lengthOf(orders, 0)
  assert.equal(refused[0]?.place, 0)
  assert.match(refused[0]?.reason ?? '', /El nombre del beneficiario «王伟» tiene letras sin equivalencia/)
})

test.group('A payroll from a file', () => {
  test('valid rows are taken on, the others stay out with the reason', async ({ assert }) => {
    const stage = await makePayrollStage(3)
    const [first, second, third] = stage.employees
    if (!first || !second || !third) throw new Error('Three employees were hired')
    const text = payrollCsv(
      [first, { ...second, iban: third.iban }, { ...third, taxId: '00000000T' }],
      () => '1.500,00'
    )

    const read = await readAs('payroll', text, stage.person.actor, { scope: [stage.siteId] })
    assert.deepEqual(
      read.map(({ errors }) => errors.join(' ')),
      ['', 'El IBAN no coincide con el del empleado.', 'Ningún empleado tiene este NIF.']
    )
    assert.equal(await process(stage, await upload(stage, text)), 1)

    const made = await rows<{ employeeId: number; netMinor: number; period: string }>(
      `select employee_id, net_minor, period from payroll_payments where site_id = :siteId`,
      { siteId: stage.siteId }
    )
    assert.deepEqual(made, [{ employeeId: first.id, netMinor: 150_000, period: '2026-11' }])
  })

  test('the same file twice and a shuffled copy make nothing', async ({ assert }) => {
    const stage = await makePayrollStage(3)
    const text = payrollCsv(stage.employees, () => '1.500,00')
    const twin = await upload(stage, text)
    assert.equal(await process(stage, await upload(stage, text)), 3)

    await assert.rejects(() => process(stage, twin), /ya se procesó/)
    await assert.rejects(() => upload(stage, text), /ya se procesó/)
    const shuffled = payrollCsv([...stage.employees].reverse(), () => '1.500,00')
    await assert.rejects(async () => process(stage, await upload(stage, shuffled)), /Ninguna fila/)

    const { n } = await oneRow<{ n: number }>(
      `select count(*)::int as n from payroll_payments where site_id = :siteId`,
      { siteId: stage.siteId }
    )
    assert.equal(n, 3)
  })

  test('a file is undone as one act, but not once one of it is in a payment', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const undo = (uploadId: string) => takeBack('payroll', uploadId, stage.person.actor, [stage.siteId])
    const uploadId = await upload(
      stage,
      payrollCsv(stage.employees, () => '1.500,00')
    )
    await process(stage, uploadId)
    const ids = (
      await rows<{ id: number }>(
        `select id from payroll_payments where upload_id = :uploadId::uuid order by id`,
        {
          uploadId,
        }
      )
    ).map(({ id }) => id)

    const runId = await makeRun(stage, ids.slice(0, 1))
    await assert.rejects(() => undo(uploadId), /ya está en un pago/)
    assert.deepEqual(await statusesOf(ids), ['ordered', 'pending'])

    for (const { id } of await ordersOfRun(runId)) await cancelOrder(id, 'No se paga', stage.person.actor)
    assert.equal(await undo(uploadId), 2)
    assert.deepEqual(await statusesOf(ids), ['cancelled', 'cancelled'])
    await assert.rejects(() => undo(uploadId), /ya no se puede deshacer/)
    assert.equal(
      await process(
        stage,
        await upload(
          stage,
          payrollCsv(stage.employees, () => '1.500,00')
        )
      ),
      2
    )
  })

  test('a breakdown is accrued: wages and own share against person, tax office and Social Security', async ({
    assert,
  }) => {
    const stage = await makePayrollStage(1)
    const [id = 0] = await makePayroll(stage, {
      netMinor: 150_000,
      grossMinor: 200_000,
      irpfMinor: 37_000,
      socialMinor: 13_000,
      employerSocialMinor: 64_000,
    })

    const lines = await rows<{ code: string; amountMinor: number }>(
      `select left(a.code, 4) as code, l.amount_minor from payroll_payments p join journal_lines l on l.entry_id = p.journal_entry_id join ledger_accounts a on a.id = l.account_id
        where p.id = :id order by l.line_no`,
      { id }
    )
    assert.deepEqual(
      lines.map(({ code, amountMinor }) => [code, amountMinor]),
      [
        ['6400', 200_000],
        ['6420', 64_000],
        ['4650', -150_000],
        ['4760', -77_000],
        ['4751', -37_000],
      ]
    )
    await cancelPayroll({ payrollIds: [id], reason: 'Se rehace entera', actor: stage.person.actor })
    await assertSound(assert)
  })
})

test.group('A run of salaries', () => {
  test('its total decides how many approve, and one decision covers all of it', async ({ assert }) => {
    const stage = await makePayrollStage(4)
    const runId = await makeRun(stage)

    const first = await approveAsShown(runId, stage.approvers[0])
    assert.isAbove(first.required, 1, '6.000 € need two, though none of its payments does')
    assert.deepEqual(
      (await ordersOfRun(runId)).map(({ status }) => status),
      ['buffered', 'buffered', 'buffered', 'buffered']
    )
    await assert.rejects(() => approveAsShown(runId, stage.approvers[0]), /Ya ha aprobado/)
    await approveAsShown(runId, stage.approvers[1])
    const { given, required } = await approveAsShown(runId, stage.approvers[2])

    assert.equal(given, required)
    assert.deepEqual([...new Set((await ordersOfRun(runId)).map(({ status }) => status))], ['approved'])
  })

  test('a limit is held against the total, not against each salary', async ({ assert }) => {
    const stage = await makePayrollStage(4)
    const limited = await makeUser('aprobador')
    await letApprove(stage.siteId, limited, ['payment_payroll'], 200_000)
    const runId = await makeRun(stage)

    await assert.rejects(() => approveAsShown(runId, limited), /supera su límite/)
    const [order] = await ordersOfRun(runId)
    const { fingerprint } = await PaymentOrder.findOrFail(order?.id)
    await assert.rejects(
      () => approveOrder({ orderId: order?.id ?? 0, shownFingerprint: fingerprint, actor: limited.actor }),
      /se decide con toda su relación/
    )
  })

  test('who prepared it, or verified one of its accounts, does not approve it, whatever roles they have', async ({
    assert,
  }) => {
    const stage = await makePayrollStage(2)
    const [verifier, preparer] = stage.approvers
    await execute(`update employee_banks set last_changed_by = :userId where id = :bankId`, {
      userId: verifier.id,
      bankId: stage.employees[1]?.bankId ?? 0,
    })
    const { runId } = await bufferPayroll({ payrollIds: await makePayroll(stage) }, preparer.actor)

    await assert.rejects(() => approveAsShown(runId, preparer), /en la que ha intervenido/)
    await assert.rejects(() => approveAsShown(runId, verifier), /en la que ha intervenido/)
    await approveAsShown(runId, stage.approvers[2])
  })

  test('a payroll cut into runs needs as many approvals as the whole', async ({ assert }) => {
    const stage = await makePayrollStage(4)
    const ids = await makePayroll(stage)
    const required = async (runId: number) =>
      (
        await rows<{ required: number }>(
          `select max(required_approvals)::int as required from payment_orders where run_id = :runId`,
          { runId }
        )
      )[0]?.required
    await execute(`update employee_banks set created_at = now() - interval '90 days'`)

    const runs = [await makeRun(stage, ids.slice(0, 2)), await makeRun(stage, ids.slice(2))]

    const [alone = 0, together = 0] = [await required(runs[0] ?? 0), await required(runs[1] ?? 0)]
    assert.isAbove(together, alone)
  })

  test('what it is approved for is what was shown: a payment that left changes it', async ({ assert }) => {
    const stage = await makePayrollStage(3)
    const runId = await makeRun(stage)
    const shown = (await ordersOfRun(runId)).map(({ id }) => id)
    const orders = await PaymentOrder.query().whereIn('id', shown)
    const { runFingerprint } = await import('#app/payments/kinds/payroll/decide_run')
    const shownFingerprint = runFingerprint(orders)

    await cancelOrder(shown[0] ?? 0, 'Se paga a mano', stage.person.actor)

    await assert.rejects(
      () => approveRun({ runId, shownFingerprint, actor: stage.approvers[0].actor }),
      /ha cambiado desde que la abrió/
    )
  })

  test('salaries go into the buffer only with a run', async ({ assert }) => {
    const stage = await makePayrollStage(1)
    const runId = await makeRun(stage)
    await rejectRun(runId, 'Falta una paga', stage.approvers[0].actor)
    const [order] = await rows<{ id: number; status: string; runId: number | null }>(
      `select id, status, run_id from payment_orders where site_id = :siteId`,
      { siteId: stage.siteId }
    )
    assert.deepInclude(order, { status: 'draft', runId: null })

    await assert.rejects(() => bufferOrder(order?.id ?? 0, stage.person.actor), /toda su relación/)
    await assert.rejects(
      () => payNow({ orderId: order?.id ?? 0, reason: 'Corre prisa', actor: stage.person.actor }),
      /toda su relación/
    )
    const again = await bufferPayroll({ orderIds: [order?.id ?? 0] }, stage.person.actor)
    assert.equal(again.orders, 1)
  })

  test('who cannot be paid stays out with the reason', async ({ assert }) => {
    const stage = await makePayrollStage(3)
    await execute(
      `update employee_banks set verification = 'unverified', verified_by = null, payable_from = null where id = :id`,
      {
        id: stage.employees[0]?.bankId ?? 0,
      }
    )
    await execute(`update employee_banks set payable_from = now() + interval '1 day' where id = :id`, {
      id: stage.employees[1]?.bankId ?? 0,
    })
    const ids = await makePayroll(stage)

    const run = await bufferPayroll({ payrollIds: ids }, stage.person.actor)

    assert.equal(run.orders, 1)
    assert.deepEqual(
      run.refused.map(({ reason }) => reason),
      [
        'El empleado no tiene una cuenta bancaria verificada.',
        'La cuenta bancaria se verificó hace menos de 48 horas: espere antes del primer pago.',
      ]
    )
    assert.deepEqual(await statusesOf(ids), ['pending', 'pending', 'ordered'])
  })

  test('two people putting the same salaries into the buffer: one wins', async ({ assert }) => {
    const stage = await makePayrollStage(3)
    const ids = await makePayroll(stage)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => bufferPayroll({ payrollIds: ids }, stage.person.actor))
    )

    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      1
    )
    const { n } = await oneRow<{ n: number }>(
      `select count(*)::int as n from payment_orders where site_id = :siteId and status = 'buffered'`,
      { siteId: stage.siteId }
    )
    assert.equal(n, 3)
  })

  test('leaves as SALA in one movement, is settled, lettered, given back and paid again', async ({
    assert,
  }) => {
    const stage = await makePayrollStage(3)
    const ids = await makePayroll(stage, {
      netMinor: 150_000,
      grossMinor: 200_000,
      irpfMinor: 37_000,
      socialMinor: 13_000,
      payOn: calendarDate('2026-03-30'),
      period: '2026-03',
    })
    const runId = await makeApprovedRun(stage, ids)
    const orders = (await ordersOfRun(runId)).map(({ id }) => id)

    const { batchIds } = await releaseOrders(orders, stage.approvers[0].actor)
    const [batchId = 0] = batchIds
    const batch = await oneRow<{ purpose: string; fileId: number; count: number }>(
      `select purpose, file_id, count from payment_batches where id = :batchId`,
      { batchId }
    )
    const file = await findFile(batch.fileId)
    const xml = file ? Buffer.from(await readFileBytes(file)).toString('utf8') : ''
    assert.deepInclude(batch, { purpose: 'SALA', count: 3 })
    assert.include(xml, '<BtchBookg>true</BtchBookg>')
    assert.include(xml, '<CtgyPurp><Cd>SALA</Cd></CtgyPurp>')

    await markBatchSent(batchId, stage.person.actor, calendarDate('2026-04-01'))
    for (const orderId of orders)
      await inTransaction((trx) =>
        settleOrder(
          {
            orderId,
            settledOn: calendarDate('2026-04-02'),
            bankAccountId: stage.accountId,
            actor: stage.person.actor,
          },
          trx
        )
      )
    assert.deepEqual(await statusesOf(ids), ['paid', 'paid', 'paid'])
    const { open } = await oneRow<{ open: number }>(
      `select coalesce(sum(l.amount_minor), 0)::bigint as open from journal_lines l join ledger_accounts a on a.id = l.account_id where a.site_id = :siteId and a.code like '4650%'`,
      { siteId: stage.siteId }
    )
    assert.equal(open, 0)
    const staff = await listOf(
      employeesList,
      { page: 1, perPage: 10, sort: 'name', direction: 'asc', cursor: null, exactCount: false },
      { where: ['e.site_id = :siteId'], bindings: { siteId: stage.siteId } }
    )
    assert.deepEqual(
      staff.rows.map((employee) => employee.lastPayroll),
      Array.from({ length: 3 }, () => '03/2026')
    )

    await returnOrder({
      orderId: orders[0] ?? 0,
      code: 'AC04',
      comment: 'Cuenta cerrada',
      actor: stage.person.actor,
      returnedOn: today(),
    })
    assert.deepEqual(await statusesOf(ids), ['pending', 'paid', 'paid'])
    const { employeeId, bankId, verification, events } = await oneRow<{
      employeeId: number
      bankId: number
      verification: string
      events: number
    }>(
      `select b.employee_id, b.id as bank_id, b.verification, (select count(*)::int from audit_events a where a.object_type = 'employee' and a.object_id = b.employee_id and a.event = 'employee_bank.doubted') as events
         from payment_orders o join employee_banks b on b.id = o.employee_bank_id where o.id = :id`,
      { id: orders[0] ?? 0 }
    )
    assert.deepEqual({ verification, events }, { verification: 'unverified', events: 1 })
    await assert.rejects(
      () => retryOrder(orders[0] ?? 0, stage.person.actor),
      /no tiene una cuenta bancaria verificada/
    )
    await verifyBank({ employeeId, bankId }, 'phone_call', (await makeUser('superC0ntab1l1dad')).actor)
    await waiveCooling(
      { employeeId, bankId },
      'Cuenta nueva confirmada por el banco',
      stage.approvers[0].actor
    )
    const again = await retryOrder(orders[0] ?? 0, stage.person.actor)
    assert.deepInclude(
      { kind: again.kind, retryOfId: again.retryOfId, sourcePart: again.sourcePart },
      { kind: 'payroll', retryOfId: orders[0] ?? 0, sourcePart: 2 }
    )
    await assertSound(assert)
  })
})

/** Where a salary can stand, and what can be done to it there. */
const STATES: Record<string, (stage: PayrollStage) => Promise<{ payrollId: number; runId: number }>> = {
  pending: async (stage) => ({ payrollId: (await makePayroll(stage))[0] ?? 0, runId: 0 }),
  draft: async (stage) => {
    const [payrollId = 0] = await makePayroll(stage)
    const runId = await makeRun(stage, [payrollId])
    await rejectRun(runId, 'Se devuelve', stage.approvers[0].actor)
    return { payrollId, runId }
  },
  buffered: async (stage) => {
    const [payrollId = 0] = await makePayroll(stage)
    return { payrollId, runId: await makeRun(stage, [payrollId]) }
  },
  approved: async (stage) => {
    const [payrollId = 0] = await makePayroll(stage)
    return { payrollId, runId: await makeApprovedRun(stage, [payrollId]) }
  },
  sent: async (stage) => {
    const [payrollId = 0] = await makePayroll(stage)
    const runId = await makeApprovedRun(stage, [payrollId])
    const orders = (await ordersOfRun(runId)).map(({ id }) => id)
    await releaseOrders(orders, stage.approvers[0].actor)
    return { payrollId, runId }
  },
  cancelled: async (stage) => {
    const [payrollId = 0] = await makePayroll(stage)
    await cancelPayroll({ payrollIds: [payrollId], reason: 'No se paga', actor: stage.person.actor })
    return { payrollId, runId: 0 }
  },
}

const ACTS: Record<
  string,
  {
    from: string[]
    act: (stage: PayrollStage, keys: { payrollId: number; runId: number }) => Promise<unknown>
  }
> = {
  buffer: {
    from: ['pending'],
    act: (stage, { payrollId }) => bufferPayroll({ payrollIds: [payrollId] }, stage.person.actor),
  },
  'approve run': {
    from: ['buffered'],
    act: (stage, { runId }) => approveAsShown(runId, stage.approvers[2]),
  },
  'reject run': {
    from: ['buffered'],
    act: (stage, { runId }) => rejectRun(runId, 'No procede', stage.approvers[0].actor),
  },
  cancel: {
    from: ['pending'],
    act: (stage, { payrollId }) =>
      cancelPayroll({ payrollIds: [payrollId], reason: 'No se paga', actor: stage.person.actor }),
  },
}

test.group('No step of a payroll can be skipped', () => {
  for (const [state, make] of Object.entries(STATES))
    for (const [name, { from, act }] of Object.entries(ACTS).filter(([, { from }]) => !from.includes(state)))
      test(`${name} of a ${state} salary is refused without effect`, async ({ assert }) => {
        const stage = await makePayrollStage(1)
        const keys = await make(stage)
        const look = () =>
          rows(
            `select p.status, o.status as order_status, o.run_id, (select count(*)::int from approval_decisions d where d.document_type = 'payment_order' and d.document_id = o.id and d.revoked_at is null) as approvals,
                (select count(*)::int from account_holds h where h.document_type = 'payment_order' and h.document_id = o.id and h.released_at is null) as holds
               from payroll_payments p left join payment_orders o on o.source_type = 'payroll_payment' and o.source_id = p.id where p.id = :id order by o.id`,
            { id: keys.payrollId }
          )
        const before = await look()

        await assert.rejects(async () => act(stage, keys))

        assert.deepEqual(await look(), before)
        assert.isNotEmpty(from)
      })
})

test('the draft of another month is another salary', async ({ assert }) => {
  const stage = await makePayrollStage(1)
  const [employee] = stage.employees
  if (!employee) throw new Error('Somebody was hired')
  await createPayroll([draftFor(stage, employee)], { actor: stage.person.actor })

  await assert.rejects(
    () => createPayroll([draftFor(stage, employee)], { actor: stage.person.actor }),
    /ya tiene un pago de ese periodo/
  )
  await createPayroll([draftFor(stage, employee, { period: '2026-12' })], { actor: stage.person.actor })
})
