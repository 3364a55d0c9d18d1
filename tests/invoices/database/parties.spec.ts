import { test } from '@japa/runner'
import { markDuplicate, moveInvoice } from '#app/invoices/approval/move_invoice'
import { changeBank } from '#app/invoices/editing/edit_invoice'
import { addLine } from '#app/invoices/editing/edit_lines'
import { changeSite } from '#app/invoices/editing/reassign_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { addBank, rejectBank, verifyBank } from '#app/providers/actions/provider_banks'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import {
  booked,
  firstLine,
  form,
  makeInvoiceStage,
  reviewed,
  submitted,
} from '#tests/factories/invoice_stage'

test.group('Who is paid and who pays', () => {
  test('an invoice is paid into an account of its own supplier', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const stranger = await makeProvider(stage.senior)
    const id = await reviewed(stage)

    await assert.rejects(
      async () => changeBank({ ...(await form(id, stage.accountant)), providerBankId: stranger.bankId }),
      /cuenta en uso de este proveedor/
    )
    await assert.rejects(
      () =>
        inTransaction((trx) =>
          execute(
            `update invoices set provider_bank_id = :bankId where id = :id`,
            { id, bankId: stranger.bankId },
            trx
          )
        ),
      /invoices_bank_of_provider/
    )
  })

  test('a rejected account is not chosen', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const { id: providerId } = stage.provider
    const bankId = await addBank(
      { providerId, iban: makeIban(), holderName: 'Suministros', isConfirmed: true },
      stage.accountant.actor
    )
    await rejectBank({ providerId, bankId }, 'No contesta nadie', stage.senior.actor)
    const id = await reviewed(stage)

    await assert.rejects(
      async () => changeBank({ ...(await form(id, stage.accountant)), providerBankId: bankId }),
      /cuenta en uso/
    )
  })

  test('when the chosen account may not be paid, no other is paid in its place', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const { id: providerId, bankId } = stage.provider
    await makeBankAccount(stage.siteId)
    const id = await booked(stage)
    const other = await addBank(
      { providerId, iban: makeIban(), holderName: 'Suministros', isConfirmed: true },
      stage.accountant.actor
    )
    await verifyBank({ providerId, bankId: other }, 'phone_call', stage.senior.actor)
    await rejectBank({ providerId, bankId }, 'Cuenta cerrada', stage.senior.actor)

    await assert.rejects(
      () => createOrder({ invoiceId: id }, stage.accountant.actor),
      /cuenta de pago elegida en la factura no está verificada/
    )
  })

  test('an invoice goes to an active company, and leaves centres and taxes of the other behind', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const [{ siteId: archived }, { siteId: canary }] = [await makeSite(), await makeSite()]
    await execute(`update sites set status = 'archived' where id = :archived`, { archived })
    await execute(`update sites set territory = 'canarias' where id = :canary`, { canary })
    const { id: centerId } = await oneRow<{ id: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'H1', 'Hotel 1') returning id`,
      stage
    )
    const id = await reviewed(stage)
    await execute(`update invoice_lines set center_id = :centerId where invoice_id = :id`, { id, centerId })

    await assert.rejects(
      async () =>
        changeSite({ ...(await form(id, stage.accountant)), siteId: archived, reason: 'Era de la otra' }),
      /empresa activa/
    )
    await changeSite({ ...(await form(id, stage.accountant)), siteId: canary, reason: 'Era de la otra' })

    const left = await oneRow(
      `select center_id, vat_code_id, (select count(*)::int from invoice_tax_groups where invoice_id = :id) as groups from invoice_lines where invoice_id = :id`,
      { id }
    )
    assert.deepEqual(left, { centerId: null, vatCodeId: null, groups: 0 })
  })

  test('a line is of a centre of the company that is billed', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const { siteId } = await makeSite()
    const { id: centerId } = await oneRow<{ id: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'H9', 'Hotel ajeno') returning id`,
      { siteId }
    )
    const id = await reviewed(stage)
    const { id: _, ...line } = await firstLine(id)

    await assert.rejects(
      async () =>
        addLine({
          ...(await form(id, stage.accountant)),
          line: { ...line, centerId, withholdingCodeId: null },
        }),
      /centro no es de la empresa/
    )
  })
})

test.group('Copies of an invoice', () => {
  test('the original is a live invoice of the same supplier', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const stranger = await submitted(await makeInvoiceStage())
    const [copy, gone] = [await reviewed(stage), await reviewed(stage)]
    await moveInvoice(gone, 'cancel', 'Enviada por error', stage.senior.actor)

    await assert.rejects(() => markDuplicate(copy, stranger, stage.accountant.actor), /mismo proveedor/)
    await assert.rejects(() => markDuplicate(copy, copy, stage.accountant.actor), /mismo proveedor/)
    await assert.rejects(() => markDuplicate(copy, gone, stage.accountant.actor), /no está vigente/)
  })

  test('two invoices are never each the copy of the other, however fast people click', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const [one, two] = [await reviewed(stage), await reviewed(stage)]

    const tries = await Promise.allSettled([
      markDuplicate(one, two, stage.accountant.actor),
      markDuplicate(two, one, stage.approver.actor),
    ])

    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('a copy that is recovered is nobody’s copy', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const [original, copy] = [await reviewed(stage), await reviewed(stage)]
    await markDuplicate(copy, original, stage.accountant.actor)

    await moveInvoice(copy, 'recover', null, stage.senior.actor)

    assert.isNull((await Invoice.findOrFail(copy)).duplicateOfId)
  })
})
