import { test } from '@japa/runner'
import { markDuplicate, moveInvoice, turnDownInvoice } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { changeNumber } from '#app/invoices/editing/edit_invoice'
import { changeSite } from '#app/invoices/editing/reassign_invoice'
import { applyReading } from '#app/invoices/intake/apply_reading'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { emptyField, type ReadFields, type ReadResult } from '#app/reading/reading_types'
import { makeSite } from '#tests/factories/books'
import {
  approve,
  booked,
  form,
  type InvoiceStage,
  makeInvoiceStage,
  reviewed,
  submitted,
} from '#tests/factories/invoice_stage'
import { letApprove } from '#tests/factories/people'

const openAlarms = (id: number) =>
  rows<{ ruleCode: string; severity: string }>(
    `select rule_code, severity from invoice_alarms where invoice_id = :id and status = 'open' order by rule_code`,
    { id }
  )

/** Codes of the open alarms that say it is another invoice again, those that only hint left out. */
const copyAlarms = async (id: number) =>
  (await openAlarms(id))
    .filter(({ ruleCode, severity }) => ruleCode.startsWith('D') && severity !== 'info')
    .map(({ ruleCode }) => ruleCode)

const blockingAlarms = async (id: number) =>
  (await openAlarms(id)).filter(({ severity }) => severity === 'blocking').map(({ ruleCode }) => ruleCode)

const field = <T>(value: T) => ({ value, confidence: 1, method: 'xml', boxes: [] })

type Read = { series: string | null; number: string; total?: number; issued?: string; customer?: string }

/** What an electronic invoice of the supplier says, over 21 % VAT. */
function readingOf({ series, number, total = 12_100, issued = '2026-10-05', customer }: Read, taxId: string) {
  const base = Math.round((total * 100) / 121)
  const fields: ReadFields = {
    documentType: field('invoice'),
    providerName: field('Lavandería'),
    providerTaxId: field(taxId),
    providerIban: emptyField(1),
    customerName: emptyField(1),
    customerTaxId: customer ? field(customer) : emptyField(1),
    invoiceNumber: field(number),
    invoiceSeries: series === null ? emptyField(1) : field(series),
    issueDate: field(issued),
    dueDate: emptyField(1),
    currency: field('EUR'),
    taxBase: field(base),
    taxes: field([{ type: 'IVA', rate: 21, base, amount: total - base }]),
    taxTotal: field(total - base),
    withholding: emptyField(1),
    total: field(total),
    amountDue: field(total),
    rectifiedInvoiceNumber: emptyField(1),
    reverseCharge: field(false),
    lines: field([{ description: `Servicio ${total}`, amount: base }]),
  }
  const checks = {
    providerTaxIdValid: true,
    customerTaxIdValid: true,
    ibanValid: true,
    taxRowsAddUp: true,
    totalAddsUp: true,
    linesAddUp: true,
  }
  return {
    engine: 'test',
    engineVersion: '1',
    kind: 'xml',
    pages: [],
    markdown: '',
    alarms: [],
    invoices: [{ fields, checks, pages: [] }],
  } satisfies ReadResult
}

async function taxIdOf({ provider }: InvoiceStage): Promise<string> {
  const { taxId } = await oneRow<{ taxId: string }>(
    `select tax_id::text as tax_id from providers where id = :id`,
    provider
  )
  return taxId
}

/** An invoice that is being read; the company is known from who sent it. */
async function analysing({ siteId, accountant }: InvoiceStage): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into invoices (reference, site_id, status, created_by) values ('FR-READ-' || nextval('invoice_references'), :siteId, 'analysing', :userId) returning id`,
    { siteId, userId: accountant.id }
  )
  return id
}

async function readAs(stage: InvoiceStage, read: Read): Promise<number> {
  const [id, taxId] = [await analysing(stage), await taxIdOf(stage)]
  await inTransaction((trx) => applyReading(id, readingOf(read, taxId), 0, trx))
  return id
}

const numberOf = async (id: number) =>
  (
    await oneRow<{ number: string }>(`select invoice_number as number from invoices where id = :id`, {
      id,
    })
  ).number

test.group('Which invoice it is', () => {
  test('a series in a field of its own is part of the number', async ({ assert }) => {
    const stage = await makeInvoiceStage()

    const first = await readAs(stage, { series: 'A26', number: '15' })
    const second = await readAs(stage, {
      series: 'B26',
      number: '15',
      total: 30_250,
      issued: '2026-10-20',
    })

    assert.equal(await numberOf(first), 'A26-15')
    assert.equal(await numberOf(second), 'B26-15')
    assert.deepEqual(await copyAlarms(second), [])
  })

  test('a number that carries its series already does not get it twice', async ({ assert }) => {
    const stage = await makeInvoiceStage()

    assert.equal(await numberOf(await readAs(stage, { series: 'A26', number: 'A26/15' })), 'A26/15')
    assert.equal(await numberOf(await readAs(stage, { series: 'F/', number: '0007' })), 'F/0007')
    assert.equal(await numberOf(await readAs(stage, { series: '1', number: '11' })), '1-11')
    assert.equal(await numberOf(await readAs(stage, { series: '7', number: '7' })), '7-7')
  })

  test('the same invoice in another format is stopped, however its series is written', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await readAs(stage, { series: 'A26', number: '15' })

    for (const number of ['A26-15', 'A26/15', 'A26 15', 'a26-0015', 'A26–15', 'A-26-15']) {
      const copy = await readAs(stage, { series: null, number })
      assert.deepEqual(await blockingAlarms(copy), ['D1'], number)
      await execute(`update invoices set status = 'cancelled' where id = :copy`, { copy })
    }
  })

  test('a copy read as a simplified invoice is a copy', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await booked(stage, { number: 'S-44' })
    const copy = await reviewed(stage, { number: 'S-44' })
    await execute(`update invoices set doc_type = 'simplified' where id = :copy`, { copy })

    await changeNumber({ ...(await form(copy, stage.accountant)), invoiceNumber: 'S/44' })

    assert.deepEqual(await blockingAlarms(copy), ['D1'])
  })

  test('where the separators stand is part of the number', async ({ assert }) => {
    const stage = await makeInvoiceStage()

    const ids: number[] = []
    for (const number of ['1/11', '11/1', '111', '11-1-1'])
      ids.push(await booked(stage, { number, totalMinor: 12_100 + ids.length * 3_000 }))

    for (const id of ids) assert.deepEqual(await blockingAlarms(id), [])
    const { count } = await oneRow<{ count: number }>(
      `select count(*)::int as count from invoices where id = any(:ids::bigint[]) and status = 'booked'`,
      { ids }
    )
    assert.equal(count, 4)
  })

  test('a number of signs alone stays what it is', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await booked(stage, { number: '---' })
    assert.deepEqual(await blockingAlarms(await reviewed(stage, { number: '***', totalMinor: 9_000 })), [])
    assert.deepEqual(await blockingAlarms(await reviewed(stage, { number: '---', totalMinor: 9_000 })), [
      'D1',
    ])
  })
})

test.group('Invoices of one supplier to two companies', () => {
  test('the same fee on the same day under neighbouring numbers is two invoices', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const other = { ...stage, siteId: (await makeSite()).siteId }
    const first = await reviewed(stage, { number: 'H26/1203' })
    await addPicture(first, 77n)
    const second = await reviewed(other, { number: 'H26/1204' })
    await addPicture(second, 78n)

    await changeNumber({ ...(await form(second, stage.accountant)), invoiceNumber: 'H26/1204' })

    assert.deepEqual(await copyAlarms(second), [])
  })

  test('one number printed for two customers is a finding that stops nobody', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const other = { ...stage, siteId: (await makeSite()).siteId }
    await letApprove(other.siteId, stage.approver, ['invoice'], null)
    await letApprove(other.siteId, stage.second, ['invoice'], null)
    const ids: number[] = []
    for (const at of [stage, other]) {
      const id = await reviewed(at, { number: '7' })
      await print(id, await taxIdOfSite(at))
      ids.push(id)
    }
    const [first, second] = ids as [number, number]

    for (const id of ids) {
      await submitInvoice(id, stage.accountant.actor)
      await approve(id, stage.approver)
    }

    assert.deepEqual(await statusesOf(ids), ['booked', 'booked'])
    const { severity } = await oneRow<{ severity: string }>(
      `select severity from invoice_alarms where invoice_id = :second and rule_code = 'D4'`,
      { second }
    )
    assert.equal(severity, 'warning')
    assert.notEqual(first, second)
  })

  test('what is printed for one company and stands in two is stopped', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const other = { ...stage, siteId: (await makeSite()).siteId }
    const customer = await taxIdOfSite(stage)
    await readAs(stage, { series: null, number: '8', customer })
    const copy = await readAs(stage, { series: null, number: 'A-8', customer })
    await changeNumber({ ...(await form(copy, stage.accountant)), invoiceNumber: '8' })
    assert.deepEqual(await blockingAlarms(copy), ['D1'])

    await changeSite({
      ...(await form(copy, stage.accountant)),
      siteId: other.siteId,
      reason: 'Es de la otra empresa',
    })

    assert.deepEqual(await blockingAlarms(copy), ['D4'])
  })

  test('an invoice given to another company is compared with what is there', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const other = { ...stage, siteId: (await makeSite()).siteId }
    await reviewed(stage, { number: 'Z-1' })
    const moved = await reviewed(other, { number: 'Z 1' })
    assert.deepEqual(await blockingAlarms(moved), [])

    await changeSite({
      ...(await form(moved, stage.accountant)),
      siteId: stage.siteId,
      reason: 'Es de la otra empresa',
    })

    assert.deepEqual(await blockingAlarms(moved), ['D1'])
  })
})

test.group('Copies that come at once', () => {
  test('of two formats read at the same moment one is stopped', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const taxId = await taxIdOf(stage)
    for (let at = 0; at < 5; at++) {
      const ids = [await analysing(stage), await analysing(stage)] as const
      const readings = [
        readingOf({ series: 'C26', number: String(100 + at) }, taxId),
        readingOf({ series: null, number: `C26/${100 + at}` }, taxId),
      ] as const

      await Promise.all(
        ids.map((id, which) =>
          inTransaction((trx) => applyReading(id, readings[which] as ReadResult, 0, trx))
        )
      )

      const stopped = [...(await blockingAlarms(ids[0])), ...(await blockingAlarms(ids[1]))]
      assert.deepEqual(stopped, ['D1'])
    }
  })

  test('of two that were sent to approval together one is approved', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const ids = [await submitted(stage, { number: 'K26-1' }), await submitted(stage, { number: 'K26-2' })]
    await execute(`update invoices set invoice_number = 'K26/1' where id = :id`, { id: ids[1] })

    const answers = await Promise.allSettled(ids.map((id) => approve(id, stage.approver)))

    assert.isAtMost(answers.filter(({ status }) => status === 'fulfilled').length, 1)
    const { count } = await oneRow<{ count: number }>(
      `select count(*)::int as count from invoices where id = any(:ids::bigint[]) and status in ('approved', 'booked')`,
      { ids }
    )
    assert.isAtMost(count, 1)
  })
})

test.group('A number that is taken', () => {
  test('is refused in words when an approved invoice is given it', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await booked(stage, { number: 'T-1' })
    const id = await submitted(stage, { number: 'T-2' })
    await execute(
      `insert into period_locks (site_id, month, scope) select site_id, month::date, 'all' from invoices,
          generate_series(date_trunc('month', issued_on), date_trunc('month', now()) + interval '1 month', interval '1 month') month where id = :id`,
      { id }
    )
    await approve(id, stage.approver)
    assert.deepEqual(await statusesOf([id]), ['approved'])

    await assert.rejects(
      async () => changeNumber({ ...(await form(id, stage.accountant)), invoiceNumber: 'T/1' }),
      /Ya hay otra factura aprobada de este proveedor/
    )
  })
})

test.group('What no longer is a copy', () => {
  test('lets the other go as soon as its number is corrected', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const first = await reviewed(stage, { number: 'W-1' })
    const second = await reviewed(stage, { number: 'W/1', totalMinor: 24_200 })
    assert.deepEqual(await blockingAlarms(second), ['D1'])

    await changeNumber({ ...(await form(first, stage.accountant)), invoiceNumber: 'W-7' })

    assert.deepEqual(await blockingAlarms(second), [])
  })

  test('lets the third go once the second is put aside', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const first = await reviewed(stage, { number: 'V-1' })
    const second = await reviewed(stage, { number: 'V/1', totalMinor: 24_200 })
    const third = await reviewed(stage, { number: 'V 1', totalMinor: 36_300 })

    await markDuplicate(first, second, stage.accountant.actor)
    assert.deepEqual(await blockingAlarms(second), [])
    assert.deepEqual(await blockingAlarms(third), ['D1'])
    await markDuplicate(second, third, stage.accountant.actor)

    assert.deepEqual(await blockingAlarms(third), [])
  })
})

test.group('The original and its copy', () => {
  test('the original goes on whatever copy was uploaded after it', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const original = await reviewed(stage, { number: 'O-1' })
    const copy = await reviewed(stage, { number: 'O/1' })

    await submitInvoice(original, stage.accountant.actor)
    await assert.rejects(() => submitInvoice(copy, stage.accountant.actor), /márquela como duplicada/)
    await approve(original, stage.approver)

    assert.deepEqual(await blockingAlarms(original), [])
    assert.deepEqual(await blockingAlarms(copy), ['D1'])
    assert.deepEqual(await statusesOf([original, copy]), ['booked', 'pending_review'])
  })

  test('the original goes on in its company whatever copy stands in another', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const other = { ...stage, siteId: (await makeSite()).siteId }
    const customer = await taxIdOfSite(stage)
    const original = await readAs(stage, { series: null, number: 'O-2', customer })
    const copy = await reviewed(other, { number: 'R-2' })
    await print(copy, customer)
    await changeNumber({ ...(await form(copy, stage.accountant)), invoiceNumber: 'O-2' })
    assert.deepEqual(await blockingAlarms(copy), ['D4'])

    await changeNumber({ ...(await form(original, stage.accountant)), invoiceNumber: 'O/2' })

    assert.deepEqual(await blockingAlarms(original), [])
  })

  test('the one in the wrong company is stopped though it came first', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const other = { ...stage, siteId: (await makeSite()).siteId }
    const customer = await taxIdOfSite(stage)
    const strayed = await reviewed(other, { number: 'O-3' })
    await print(strayed, customer)
    await readAs(stage, { series: null, number: 'O-3', customer })

    await changeNumber({ ...(await form(strayed, stage.accountant)), invoiceNumber: 'O/3' })

    assert.deepEqual(await blockingAlarms(strayed), ['D4'])
  })

  test('the one that came first goes on though its number is told last', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const [first, second] = [
      await reviewed(stage, { number: 'O-4' }),
      await reviewed(stage, { number: 'P-4' }),
    ]

    await changeNumber({ ...(await form(first, stage.accountant)), invoiceNumber: 'P/4' })

    assert.deepEqual([await blockingAlarms(first), await blockingAlarms(second)], [[], ['D1']])
  })

  test('what waits for approval already is not stopped by what becomes the same number', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const first = await reviewed(stage, { number: 'O-5' })
    const second = await submitted(stage, { number: 'P-5' })

    await changeNumber({ ...(await form(first, stage.accountant)), invoiceNumber: 'P/5' })

    assert.deepEqual([await blockingAlarms(first), await blockingAlarms(second)], [['D1'], []])
  })

  test('a copy that was refused, put aside or cancelled stops nobody', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const ends = {
      reject: (id: number) => turnDownInvoice(id, 'reject', 'No es nuestra', stage.approver.actor),
      cancel: (id: number) => moveInvoice(id, 'cancel', 'Subida dos veces', stage.senior.actor),
    }
    for (const [name, end] of Object.entries(ends)) {
      const first = await reviewed(stage, { number: `Q-${name}` })
      const second = await reviewed(stage, { number: `Q/${name}` })
      assert.deepEqual(await blockingAlarms(second), ['D1'], name)

      await end(first)

      assert.deepEqual(await blockingAlarms(second), [], name)
      await submitInvoice(second, stage.accountant.actor)
    }
  })

  test('both are never approved though somebody let the copy pass', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const original = await reviewed(stage, { number: 'O-6' })
    const copy = await reviewed(stage, { number: 'O/6' })
    await execute(
      `update invoice_alarms set status = 'false_positive', reason = 'Comprobado con el proveedor', resolved_by = :by, resolved_at = now() where invoice_id = :copy and rule_code = 'D1'`,
      { copy, by: stage.senior.id }
    )
    for (const id of [original, copy])
      await submitInvoice(id, stage.accountant.actor).catch((error) => assert.match(String(error), /factura/))

    await Promise.allSettled(
      [original, copy].map((id, at) => approve(id, at ? stage.approver : stage.second))
    )

    const { count } = await oneRow<{ count: number }>(
      `select count(*)::int as count from invoices where id = any(:ids::bigint[]) and status in ('approved', 'booked')`,
      { ids: [original, copy] }
    )
    assert.equal(count, 1)
  })
})

const statusesOf = async (ids: number[]) =>
  (
    await rows<{ status: string }>(`select status from invoices where id = any(:ids::bigint[]) order by id`, {
      ids,
    })
  ).map(({ status }) => status)

/** The customer whose tax number the document prints. */
const print = (id: number, customer: string) =>
  execute(
    `update invoices set reading = jsonb_build_object('fields', jsonb_build_object('customerTaxId', jsonb_build_object('value', :customer::text)), 'alarms', '[]'::jsonb) where id = :id`,
    { id, customer }
  )

async function taxIdOfSite({ siteId }: Pick<InvoiceStage, 'siteId'>): Promise<string> {
  const { taxId } = await oneRow<{ taxId: string }>(
    `select tax_id::text as tax_id from sites where id = :siteId`,
    {
      siteId,
    }
  )
  return taxId
}

/** An original whose first page looks so. */
async function addPicture(id: number, look: bigint): Promise<void> {
  await execute(
    `with file as (insert into files (disk, storage_key, name, mime, size_bytes, sha256)
        values ('fs', 'x/' || :id::bigint, 'a.pdf', 'application/pdf', 1, encode(sha256(('look' || :id::bigint)::bytea), 'hex')) returning id, sha256)
     insert into invoice_files (invoice_id, file_id, kind, sha256, page_hash) select :id, id, 'original', sha256, :look::bigint from file`,
    { id, look: String(look) }
  )
}
