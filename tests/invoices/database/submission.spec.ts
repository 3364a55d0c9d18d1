import { test } from '@japa/runner'
import { turnDownInvoice } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { bookInvoice, unbookInvoice } from '#app/invoices/booking/book_invoice'
import { changeTotals } from '#app/invoices/editing/change_totals'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import { addLine } from '#app/invoices/editing/edit_lines'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import {
  approve,
  booked,
  entryOf,
  firstLine,
  form,
  makeInvoiceStage,
  reviewed,
  submitted,
  taxCode,
} from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'

test.group('Handing an invoice to its approvers', () => {
  test('it says when it was handed on and how many approvals it needs', async ({ assert }) => {
    const stage = await makeInvoiceStage()

    const invoice = await Invoice.findOrFail(await submitted(stage, { totalMinor: 900_000 }))

    assert.isNotNull(invoice.submittedAt)
    assert.equal(invoice.requiredApprovals, 2)
  })

  test('who handed it on is told why it was turned down, who turns it down is not', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const senior = await makeUser('superC0ntab1l1dad')
    const id = await submitted(stage)
    const told = () =>
      rows<{ to: string; subject: string; body: string }>(
        `select "to", subject, body from outgoing_mails where object_type = 'invoice' and object_id = :id and "to" <> :senior order by id`,
        { id, senior: senior.email }
      )

    await turnDownInvoice(id, 'return', 'Falta el albarán firmado', senior.actor)
    await submitInvoice(id, stage.accountant.actor)
    await turnDownInvoice(id, 'reject', 'No la pedimos nosotros', stage.accountant.actor)
    const mails = await told()

    assert.deepEqual(
      mails.map(({ to }) => to),
      [stage.accountant.email]
    )
    assert.match(mails[0]?.subject ?? '', /devuelta a revisión/)
    assert.match(mails[0]?.body ?? '', /Motivo: Falta el albarán firmado/)
  })

  test('lines that do not add up to the total are refused before anybody approves', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(`update invoice_lines set base_minor = base_minor - 500 where invoice_id = :id`, { id })

    await assert.rejects(() => submitInvoice(id, stage.accountant.actor), /no suman el total/)
    const accounts = await oneRow<{ n: number }>(
      `select count(*)::int as n from ledger_accounts where site_id = :siteId and code like '628%' and is_postable`,
      stage
    )
    assert.equal(accounts.n, 0)
  })

  test('VAT of no known rate is refused: the totals are for a person', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(`delete from invoice_tax_groups where invoice_id = :id`, { id })

    await assert.rejects(() => submitInvoice(id, stage.accountant.actor), /Falta completar los importes/)
  })

  test('taxes that are not those of the header are refused, by the database too', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(`update invoice_tax_groups set vat_minor = 2000 where invoice_id = :id`, { id })

    await assert.rejects(() => submitInvoice(id, stage.accountant.actor), /no suman la base y el IVA/)
    await assert.rejects(
      () => execute(`update invoices set status = 'pending_approval' where id = :id`, { id }),
      /invoice_taxes_differ/
    )
  })

  test('an invoice in another currency is not booked one to one', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await changeHeader({ ...(await form(id, stage.accountant)), currency: 'USD' })

    await assert.rejects(() => submitInvoice(id, stage.accountant.actor), /^Falta el tipo de cambio para USD/)
    await changeHeader({ ...(await form(id, stage.accountant)), currency: 'EUR' })
    await submitInvoice(id, stage.accountant.actor)
  })

  test('an invoice of nothing is booked and owes nothing, and may be taken back', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const { id: _, ...line } = await firstLine(id)
    await addLine({
      ...(await form(id, stage.accountant)),
      line: { ...line, concept: 'Bonificación', baseMinor: -10_000, withholdingCodeId: null, centerId: null },
    })
    await changeTotals({
      ...(await form(id, stage.accountant)),
      groups: [{ vatCodeId: await taxCode('IVA21'), baseMinor: 0, vatMinor: 0, surchargeMinor: 0 }],
      withholdingMinor: 0,
      suppliedMinor: 0,
      totalMinor: 0,
    })
    await submitInvoice(id, stage.accountant.actor)

    const outcome = await approve(id, stage.approver)

    assert.isTrue(outcome.booked)
    assert.deepEqual(await entryOf(id), [
      ['628', 10_000],
      ['628', -10_000],
    ])
    assert.equal((await Invoice.findOrFail(id)).paymentState, 'paid')
    await unbookInvoice(id, 'Registrada por error', stage.senior.actor)
    assert.equal((await Invoice.findOrFail(id)).paymentState, 'unpaid')
  })

  test('VAT of a month that is filed is declared in the next open one', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await execute(
      `insert into period_locks (site_id, month, scope) values (:siteId, '2026-03-01', 'vat'), (:siteId, '2026-04-01', 'vat')`,
      stage
    )

    const id = await booked(stage)

    const { period } = await oneRow<{ period: string }>(
      `select distinct l.vat_period as period from invoices i join journal_lines l on l.entry_id = i.journal_entry_id where i.id = :id and l.vat_period is not null`,
      { id }
    )
    assert.equal(period, '2026-05')
  })

  test('what is taken back to review is booked again only with new approvals', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await booked(stage)
    const { journalEntryId } = await Invoice.findOrFail(id)

    await unbookInvoice(id, 'Cuenta equivocada', stage.senior.actor)

    const log = await oneRow<{ before: { entryId: number }; after: { reason: string } }>(
      `select before, after from invoice_action_logs where invoice_id = :id and action = 'unbooked'`,
      { id }
    )
    assert.equal(log.before.entryId, journalEntryId)
    assert.equal(log.after.reason, 'Cuenta equivocada')
    await assert.rejects(() => bookInvoice(id, stage.senior.actor), /estado actual/)
    await submitInvoice(id, stage.accountant.actor)
    assert.isTrue((await approve(id, stage.approver)).booked)
  })

  test('the same number is not approved twice, whoever was first', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await submitted(stage)
    const copy = await submitted(stage, { number: 'Z-1' })
    await approve(id, stage.approver)
    await execute(
      `update invoices set invoice_number = (select invoice_number from invoices where id = :id) where id = :copy`,
      { id, copy }
    )

    await assert.rejects(() => approve(copy, stage.second), /Ya existe la factura|mismo número y año/)
  })
})
