import { test } from '@japa/runner'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { changeDates, changeHeader } from '#app/invoices/editing/edit_invoice'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { currencyExponent } from '#app/kernel/money/currency'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { convertToBase } from '#app/ledger/fx/convert'
import { form, type InvoiceStage, makeInvoiceStage } from '#tests/factories/invoice_stage'
import { foreignInvoice, publishRate } from '#tests/factories/other_currencies'

const rateOf = async (invoiceId: number) => {
  const { fxRate, fxRateIsManual } = await Invoice.findOrFail(invoiceId)
  return [fxRate === null ? null : Number(fxRate), fxRateIsManual]
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => error.message
  )

test.group('The exchange rate of an invoice', (group) => {
  let stage: InvoiceStage
  group.setup(async () => {
    stage = await makeInvoiceStage()
    await publishRate('CHF', '2025-06-03', '10.9512')
    await publishRate('CHF', '2025-06-04', '11.0250')
  })

  test('it is the published one of its day of issue, or the last before it', async ({ assert }) => {
    const onTheDay = await foreignInvoice(stage, { currency: 'CHF', issuedOn: '2025-06-03' })
    const after = await foreignInvoice(stage, { currency: 'CHF', issuedOn: '2025-06-08' })

    assert.deepEqual(await rateOf(onTheDay), [10.9512, false])
    assert.deepEqual(await rateOf(after), [11.025, false])
  })

  test('it follows the day and the currency, until a person writes another', async ({ assert }) => {
    await publishRate('GBP', '2025-06-04', '11.5000')
    const id = await foreignInvoice(stage, { currency: 'CHF', issuedOn: '2025-06-03' })
    await changeDates({
      ...(await form(id, stage.senior)),
      issuedOn: calendarDate('2025-06-04'),
      dueOn: null,
    })
    assert.deepEqual(await rateOf(id), [11.025, false])

    await changeHeader({ ...(await form(id, stage.senior)), currency: 'GBP', fxRate: '11.025' })
    assert.deepEqual(await rateOf(id), [11.5, false], 'what the form only repeats was written by nobody')

    await changeHeader({ ...(await form(id, stage.senior)), fxRate: '11.4321' })
    await changeDates({
      ...(await form(id, stage.senior)),
      issuedOn: calendarDate('2025-06-05'),
      dueOn: null,
    })
    assert.deepEqual(await rateOf(id), [11.4321, true])

    await changeHeader({ ...(await form(id, stage.senior)), currency: 'CHF' })
    assert.deepEqual(await rateOf(id), [11.025, false], 'it was written for the other currency')

    await changeHeader({ ...(await form(id, stage.senior)), fxRate: '11' })
    await changeHeader({ ...(await form(id, stage.senior)), fxRate: null })
    assert.deepEqual(await rateOf(id), [11.025, false])

    await changeHeader({ ...(await form(id, stage.senior)), currency: 'EUR' })
    assert.deepEqual(await rateOf(id), [null, false])
  })

  test('the history says who changed it, from what to what', async ({ assert }) => {
    const id = await foreignInvoice(stage, { currency: 'CHF', issuedOn: '2025-06-03' })
    await changeHeader({ ...(await form(id, stage.senior)), fxRate: '10.9' })
    const told = await oneRow<{ userId: number; before: string; after: string }>(
      `select user_id, before ->> 'fxRate' as before, after ->> 'fxRate' as after from invoice_action_logs where invoice_id = :id and action = 'field_changed' order by id desc limit 1`,
      { id }
    )

    assert.deepEqual([told.userId, Number(told.before), Number(told.after)], [stage.senior.id, 10.9512, 10.9])
  })

  test('without one it is not handed on, and once it is known it is', async ({ assert }) => {
    const id = await foreignInvoice(stage, { currency: 'CHF', issuedOn: '2025-08-20' })

    assert.match(
      await refusal(submitInvoice(id, stage.accountant.actor)),
      /^Falta el tipo de cambio para CHF a fecha 20\/08\/2025\./
    )
    await publishRate('CHF', '2025-08-20', '11.2')
    await submitInvoice(id, stage.accountant.actor)
    const { status, fxRate } = await Invoice.findOrFail(id)
    assert.deepEqual([status, Number(fxRate)], ['pending_approval', 11.2])
  })

  test('the database hands on no invoice without the rate that it needs', async ({ assert }) => {
    const id = await foreignInvoice(stage, { currency: 'CHF', issuedOn: '2025-06-03' })
    const moved = (set: string) =>
      refusal(execute(`update invoices set status = 'pending_approval', ${set} where id = :id`, { id }))

    assert.match(await moved('fx_rate = null'), /invoice_without_rate/)
    assert.match(await moved(`currency = 'EUR'`), /invoice_without_rate/)
    assert.match(await moved('fx_rate = -1'), /invoices_fx_rate/)
  })

  test('one that comes from another system in dollars takes the rate of its day', async ({ assert }) => {
    const { id: categoryId } = await oneRow<{ id: number }>(
      `select id from categories where name = 'Electricidad'`
    )
    const id = await createInvoice(
      {
        siteId: stage.siteId,
        providerId: stage.provider.id,
        invoiceNumber: `CHF-${Date.now()}`,
        issuedOn: calendarDate('2025-06-04'),
        currency: 'CHF',
        lines: [
          {
            concept: 'Licencias',
            baseMinor: 100_000,
            vatCode: 'IVA21',
            withholdingCode: null,
            categoryId,
            accountCode: '62800000',
          },
        ],
        source: 'api',
      },
      stage.accountant.actor
    )

    assert.deepEqual(await rateOf(id), [11.025, false])
  })
})

test('what an amount is worth is the same in the database and in the program', async ({ assert }) => {
  const currencies = await rows<{ code: string; exponent: number }>(`select code, exponent from currencies`)
  const asked = currencies.flatMap(({ code }) =>
    [1, -1, 5, 49, 50, 12_345, -99_999_999].flatMap((minor) =>
      ['0.0003', '0.8642', '1.0842', '2', '163.27', '26115.50000001'].map((rate) => ({ code, minor, rate }))
    )
  )
  const found = await rows<{ worth: number }>(
    `select worth_in_base(minor, code, rate) as worth from rows from (
       unnest(:minors::bigint[]), unnest(:codes::text[]), unnest(:rates::numeric[])) with ordinality as a(minor, code, rate, at) order by at`,
    {
      minors: asked.map(({ minor }) => minor),
      codes: asked.map(({ code }) => code),
      rates: asked.map(({ rate }) => rate),
    }
  )

  assert.deepEqual(
    found.map(({ worth }) => worth),
    asked.map(({ code, minor, rate }) => convertToBase(minor, code, rate))
  )
  for (const { code, exponent } of currencies) assert.equal(currencyExponent(code), exponent, code)
})
