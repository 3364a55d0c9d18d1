import { test } from '@japa/runner'
import { changeTotals } from '#app/invoices/editing/change_totals'
import { changeBank, changeDates } from '#app/invoices/editing/edit_invoice'
import { addLine, changeLine, classifyLines } from '#app/invoices/editing/edit_lines'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { addBank } from '#app/providers/actions/provider_banks'
import { makeIban } from '#tests/factories/books'
import {
  approve,
  booked,
  firstLine,
  form,
  type InvoiceStage,
  makeInvoiceStage,
  submitted,
  taxCode,
} from '#tests/factories/invoice_stage'
import { letApprove, makeUser } from '#tests/factories/people'

const LARGE = 900_000

/** An invoice of 9.000 € with one of the two approvals that it needs. */
async function halfApproved(stage: InvoiceStage): Promise<number> {
  const id = await submitted(stage, { totalMinor: LARGE })
  await approve(id, stage.approver)
  return id
}

const approvalsOf = async (id: number) =>
  (
    await oneRow<{ given: number }>(
      `select count(*)::int as given from approval_decisions where document_type = 'invoice' and document_id = :id and revoked_at is null`,
      { id }
    )
  ).given

const otherCategory = () =>
  oneRow<{ id: number }>(`select id from categories where name = 'Limpieza'`).then(({ id }) => id)

test.group('Four eyes over an invoice', () => {
  const changes: Record<string, (id: number, stage: InvoiceStage) => Promise<unknown>> = {
    'the account of a line': async (id, { accountant }) => {
      const line = await firstLine(id)
      const changed = { ...line, withholdingCodeId: null, centerId: null, accountCode: '629' }
      return changeLine({ ...(await form(id, accountant)), lineId: line.id, line: changed })
    },
    'the category of all lines': async (id, { accountant }) =>
      classifyLines({ ...(await form(id, accountant)), categoryId: await otherCategory() }),
    'the due day': async (id, { accountant }) =>
      changeDates({
        ...(await form(id, accountant)),
        issuedOn: calendarDate('2026-03-10'),
        dueOn: calendarDate('2026-03-11'),
      }),
    'the rates under the same sums': async (id, { accountant }) => {
      const { baseMinor, vatMinor, totalMinor } = await Invoice.findOrFail(id)
      const group = { vatCodeId: await taxCode('IVA10'), baseMinor, vatMinor, surchargeMinor: 0 }
      return changeTotals({
        ...(await form(id, accountant)),
        groups: [group],
        withholdingMinor: 0,
        suppliedMinor: 0,
        totalMinor,
      })
    },
  }
  for (const [what, change] of Object.entries(changes)) {
    test(`a change of ${what} voids the approvals given`, async ({ assert }) => {
      const stage = await makeInvoiceStage()
      const id = await halfApproved(stage)

      await change(id, stage)

      assert.equal(await approvalsOf(id), 0)
      assert.equal((await Invoice.findOrFail(id)).status, 'pending_approval')
    })
  }

  test('an approved invoice that waits to be booked goes back to be approved when a line changes', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    await execute(
      `insert into period_locks (site_id, month, scope) select :siteId, m::date, 'all' from generate_series('2025-01-01'::date, '2026-12-01', interval '1 month') m`,
      stage
    )
    const outcome = await approve(id, stage.approver)
    const approved = (await Invoice.findOrFail(id)).status

    await classifyLines({ ...(await form(id, stage.accountant)), categoryId: await otherCategory() })

    const event = await oneRow(
      `select from_status, to_status from audit_events where object_type = 'invoice' and object_id = :id and event = 'invoice.revoke'`,
      { id }
    )
    assert.match(outcome.notBooked ?? '', /periodo está cerrado/)
    assert.equal(approved, 'approved')
    assert.equal((await Invoice.findOrFail(id)).status, 'pending_approval')
    assert.deepEqual(event, { fromStatus: 'approved', toStatus: 'pending_approval' })
  })

  test('nobody approves what they changed, however many changed it after them', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    await changeBank({ ...(await form(id, stage.approver)), providerBankId: null })
    await changeDates({
      ...(await form(id, stage.accountant)),
      issuedOn: calendarDate('2026-03-11'),
      dueOn: null,
    })

    await assert.rejects(() => approve(id, stage.approver), /usted ha registrado o modificado/)
    assert.isTrue((await approve(id, stage.second)).booked)
  })

  test('nobody approves an invoice that is paid into an account they registered', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const bankId = await addBank(
      { providerId: stage.provider.id, iban: makeIban(), holderName: 'Suministros', isConfirmed: true },
      stage.approver.actor
    )
    const id = await submitted(stage)
    await changeBank({ ...(await form(id, stage.accountant)), providerBankId: bankId })

    await assert.rejects(() => approve(id, stage.approver), /usted ha registrado o modificado/)
  })

  test('an invoice split in two needs the approvals of the whole where the policy adds up days', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    await execute(
      `insert into approval_policies (site_id, kind, from_minor, required, aggregate_days) values (:siteId, 'invoice', 0, 1, 10), (:siteId, 'invoice', 500001, 2, 10)`,
      stage
    )
    await submitted(stage, { totalMinor: 300_000 })
    const id = await submitted(stage, { totalMinor: 300_001 })

    const outcome = await approve(id, stage.approver)

    assert.deepEqual(outcome, { given: 1, required: 2, booked: false, notBooked: null })
  })

  test('the database itself refuses to approve an invoice that too few people approved', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await halfApproved(stage)

    await assert.rejects(
      () => execute(`update invoices set status = 'approved' where id = :id`, { id }),
      /invoice_not_approved/
    )
  })

  test('the database itself refuses an approval of other lines than the invoice has', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await halfApproved(stage)
    const third = await makeUser('aprobador')
    await letApprove(stage.siteId, third, ['invoice'], null)
    const before = await rows<{ id: number; accountCode: string | null }>(
      `select id, account_code from invoice_lines where invoice_id = :id`,
      { id }
    )
    await execute(`update invoice_lines set account_code = '629' where invoice_id = :id`, { id })

    await assert.rejects(() => approve(id, stage.second), /invoice_not_approved/)
    for (const line of before)
      await execute(`update invoice_lines set account_code = :accountCode where id = :id`, line)
  })

  test('the database itself refuses to change a booked invoice or its lines', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await booked(stage)

    for (const change of [
      `update invoices set total_minor = total_minor + 1, base_minor = base_minor + 1 where id = :id`,
      `update invoice_lines set account_code = '629' where invoice_id = :id`,
      `delete from invoice_lines where invoice_id = :id`,
      `update invoice_tax_groups set base_minor = 0 where invoice_id = :id`,
    ])
      await assert.rejects(() => execute(change, { id }), /invoice_frozen/)
  })

  test('a form that shows an earlier version changes nothing', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    const stale = await form(id, stage.accountant)
    await classifyLines({ ...stale, categoryId: await otherCategory() })

    await assert.rejects(
      async () => classifyLines({ ...stale, categoryId: await otherCategory() }),
      /Otro usuario ha modificado/
    )
  })

  test('a line is charged to an expense or an asset, never to a bank, a tax or a debt', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    const { id: _, ...line } = await firstLine(id)

    for (const accountCode of ['57200001', '400', '472', '4751', '6280000001'])
      await assert.rejects(
        async () =>
          addLine({
            ...(await form(id, stage.accountant)),
            line: { ...line, accountCode, withholdingCodeId: null, centerId: null },
          }),
        /no admite gastos/
      )
  })
})
