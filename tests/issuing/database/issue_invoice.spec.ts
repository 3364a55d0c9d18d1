import { test } from '@japa/runner'
import { annulFromPage } from '#app/issuing/invoices/annul_from_page'
import { issueInvoice } from '#app/issuing/invoices/issue_invoice'
import { issuedTaxLines } from '#app/issuing/invoices/issued_tax_lines'
import { openSeries, switchSeries } from '#app/issuing/settings/save_series'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeSite } from '#tests/factories/books'
import { issue, makeIssuingStage, newInvoice, taxCodeId } from '#tests/factories/issuing'

const day = (text: string) => calendarDate(text)

/** What the database says of a statement: its SQLSTATE. */
async function refusedWith(sql: string, bindings: Record<string, unknown>): Promise<string | null> {
  try {
    await execute(sql, bindings)
    return null
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

const broken = async () =>
  (await checkInvariants()).filter(
    ({ invariant, violations }) => violations > 0 && /^(issued|verifactu)_/.test(invariant)
  )

test.group('Issuing an invoice', () => {
  test('takes the next number, adds up the tax by rate and copies both companies', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const iva10 = await taxCodeId('IVA10')
    const lines = [
      { description: 'Administración', baseMinor: 3_333, taxCodeId: stage.iva21 },
      { description: 'Sistemas', baseMinor: 3_333, taxCodeId: stage.iva21 },
      { description: 'Comidas', baseMinor: 1_005, taxCodeId: iva10 },
    ]

    const first = await issue(stage, { lines })
    const second = await issue(stage)

    assert.deepInclude(first, {
      number: 'REF-2026-0001',
      baseMinor: 7_671,
      vatMinor: 1_501,
      totalMinor: 9_172,
    })
    assert.deepEqual(
      first.taxes.map(({ rateBasisPoints, baseMinor, vatMinor }) => [rateBasisPoints, baseMinor, vatMinor]),
      [
        [2100, 6_666, 1_400],
        [1000, 1_005, 101],
      ]
    )
    assert.equal(second.number, 'REF-2026-0002')
    const kept = await oneRow<{ issuerTaxId: string; recipientTaxId: string; qrAddress: string }>(
      `select issuer_tax_id, recipient_tax_id, qr_address from issued_invoices where id = :id`,
      { id: first.id }
    )
    assert.equal(kept.issuerTaxId, stage.issuer.taxId)
    assert.equal(kept.recipientTaxId, stage.recipient.taxId)
    assert.include(kept.qrAddress, `numserie=REF-2026-0001&fecha=02-11-2026&importe=91.72`)
  })

  test('numbers of each year begin anew, those of a series that goes on do not', async ({ assert }) => {
    const stage = await makeIssuingStage()
    await openSeries({
      siteId: stage.issuer.siteId,
      code: 'C',
      treatment: 'invoice',
      isRectifying: false,
      isYearly: false,
      actor: stage.person.actor,
    })

    const numbers = []
    for (const issuedOn of [day('2025-12-30'), day('2026-01-02')])
      for (const series of ['REF', 'C']) numbers.push((await issue(stage, { series, issuedOn })).number)

    assert.deepEqual(numbers, ['REF-2025-0001', 'C-0001', 'REF-2026-0001', 'C-0002'])
  })

  test('sixteen at once get sixteen numbers in a row, and what is taken back leaves no gap', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()

    const issued = await Promise.allSettled(
      Array.from({ length: 16 }, (_, at) =>
        inTransaction(async (trx) => {
          const invoice = await issueInvoice(trx, newInvoice(stage))
          if (at % 4 === 0) throw new Error('taken back')
          return invoice
        })
      )
    )

    const numbers = issued.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : [])).sort()
    assert.deepEqual(
      numbers,
      Array.from({ length: 12 }, (_, at) => `REF-2026-${String(at + 1).padStart(4, '0')}`)
    )
    assert.deepEqual(await broken(), [])
  })

  test('refuses days out of order, a future day, a closed series and another kind of document', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()
    await issue(stage)
    const codeOf = (changed: Parameters<typeof issue>[1]) =>
      issue(stage, changed).then(
        () => 'issued',
        (error: { code?: string }) => error.code
      )

    assert.equal(await codeOf({ issuedOn: day('2026-11-01') }), 'E_ISSUE_DAY')
    assert.equal(await codeOf({ issuedOn: addDays(today(), 1) }), 'E_ISSUE_DAY')
    assert.equal(await codeOf({ series: 'NO' }), 'E_ISSUE_SERIES')
    assert.equal(
      await codeOf({ series: 'REF', treatment: 'suplido', lines: [{ description: 'Tasa', baseMinor: 100 }] }),
      'E_ISSUE_SERIES'
    )
    assert.equal(await codeOf({ recipient: { siteId: stage.issuer.siteId } }), 'E_ISSUE_RECIPIENT')
    assert.equal(await codeOf({ lines: [{ description: 'Sin impuesto', baseMinor: 100 }] }), 'E_ISSUE_TAX')
    assert.equal(
      await codeOf({ lines: [{ description: 'Abono', baseMinor: -100, taxCodeId: stage.iva21 }] }),
      'E_ISSUE_NEGATIVE'
    )
    const { id } = await oneRow<{ id: number }>(
      `select id from issuing_series where site_id = :siteId and code = 'REF'`,
      stage.issuer
    )
    await switchSeries(id, false, stage.person.actor)
    assert.equal(await codeOf({}), 'E_ISSUE_SERIES')
  })

  test('a document of a source is issued once', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const source = { type: 'rebilling_transaction', id: stage.issuer.siteId }
    await issue(stage, { source })

    await assert.rejects(() => issue(stage, { source }))
    const { count } = await oneRow<{ count: number }>(
      `select count(*)::int as count from issued_invoices where site_id = :siteId`,
      stage.issuer
    )
    assert.equal(count, 1)
  })

  test('suplidos and debit notes have series of their own, no tax and no record', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const lines = [{ description: 'Tasa registral', baseMinor: 4_210 }]

    const suplido = await issue(stage, { treatment: 'suplido', lines })
    const note = await issue(stage, { treatment: 'debit_note', lines })

    assert.deepInclude(suplido, { number: 'SUP-2026-0001', totalMinor: 4_210, recordId: null })
    assert.deepInclude(note, { number: 'ND-2026-0001', vatMinor: 0, recordId: null })
  })

  test('withholding is no part of the total', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const withholding = { taxCodeId: await taxCodeId('IRPF19'), baseMinor: 10_000, amountMinor: 1_900 }

    const issued = await issue(stage, {
      lines: [{ description: 'Local', baseMinor: 10_000, taxCodeId: stage.iva21, supply: 'rent_premises' }],
      withholding,
    })

    assert.deepInclude(issued, { totalMinor: 12_100, payableMinor: 10_200 })
    const { content } = await oneRow<{
      content: { ImporteTotal: string; Desglose: { ClaveRegimen: string }[] }
    }>(`select content from verifactu_records where id = :id`, { id: issued.recordId })
    assert.equal(content.ImporteTotal, '121.00')
    assert.equal(content.Desglose[0]?.ClaveRegimen, '11')
  })

  test('gives the lines of 477 that 303 and 347 read', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const issued = await issue(stage, { operatedOn: day('2026-10-31') })

    const [line, ...others] = await inTransaction((trx) => issuedTaxLines(issued.id, trx))

    assert.lengthOf(others, 0)
    assert.deepInclude(line, {
      amountMinor: -2_100,
      taxCodeId: stage.iva21,
      taxBaseMinor: 10_000,
      vatPeriod: '2026-10',
      counterpartyType: 'site',
      counterpartyId: stage.recipient.siteId,
    })
  })
})

test.group('Rectifying and annulling', () => {
  test('by differences holds what changes, by substitution what is right and what it replaces', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()
    const first = await issue(stage)
    const line = (baseMinor: number) => [{ description: 'Ajuste', baseMinor, taxCodeId: stage.iva21 }]

    const less = await issue(stage, {
      lines: line(-2_000),
      rectifies: { invoiceIds: [first.id], method: 'differences', cause: 'R4' },
    })
    const right = await issue(stage, {
      lines: line(9_000),
      rectifies: { invoiceIds: [first.id], method: 'substitution', cause: 'R1' },
    })

    assert.deepInclude(less, { number: 'REFR-2026-0001', totalMinor: -2_420 })
    assert.equal(right.number, 'REFR-2026-0002')
    const records = await rows<{ content: Record<string, unknown> }>(
      `select content from verifactu_records where invoice_id = any(:ids::bigint[]) order by seq`,
      { ids: [less.id, right.id] }
    )
    assert.deepInclude(records[0]?.content, {
      TipoFactura: 'R4',
      TipoRectificativa: 'I',
      ImporteTotal: '-24.20',
    })
    assert.notProperty(records[0]?.content, 'ImporteRectificacion')
    assert.deepInclude(records[1]?.content, {
      TipoFactura: 'R1',
      TipoRectificativa: 'S',
      ImporteRectificacion: { BaseRectificada: '100.00', CuotaRectificada: '21.00' },
    })
    assert.deepEqual(records[1]?.content.FacturasRectificadas, [
      {
        IDEmisorFactura: stage.issuer.taxId,
        NumSerieFactura: first.number,
        FechaExpedicionFactura: '02-11-2026',
      },
    ])
    assert.deepEqual(await broken(), [])
  })

  test('only what is of the same company and recipient is rectified', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const other = await makeIssuingStage()
    const theirs = await issue(other)
    const rectifies = { invoiceIds: [theirs.id], method: 'differences' as const, cause: 'R1' as const }

    await assert.rejects(() => issue(stage, { rectifies }), /no es una factura de la empresa que emite/)
    const mine = await issue(stage)
    await assert.rejects(
      () =>
        issue(stage, {
          recipient: { siteId: other.recipient.siteId },
          rectifies: { ...rectifies, invoiceIds: [mine.id] },
        }),
      /es de otro destinatario/
    )
  })

  test('an annulled one keeps its number, and its anulación joins the chain', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const first = await issue(stage)

    await annulFromPage(first.id, 'Emitida por error', stage.person.actor)
    const next = await issue(stage)

    assert.equal(next.number, 'REF-2026-0002')
    const kinds = await rows<{ kind: string; seq: number }>(
      `select kind, seq from verifactu_records where site_id = :siteId order by seq`,
      stage.issuer
    )
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['alta', 'anulacion', 'alta']
    )
    await assert.rejects(() => annulFromPage(first.id, 'Otra vez', stage.person.actor), /no está rechazada/)
    assert.deepEqual(await broken(), [])
  })
})

test.group('What the database keeps to', () => {
  test('nothing of an issued invoice is changed or deleted', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const { id } = await issue(stage)

    for (const sql of [
      `update issued_invoices set total_minor = total_minor + 1, base_minor = base_minor + 1 where id = :id`,
      `update issued_invoices set number = 'REF-2026-0009' where id = :id`,
      `update issued_invoices set last_record_id = null where id = :id`,
      `delete from issued_invoices where id = :id`,
      `update issued_invoice_lines set base_minor = 1 where invoice_id = :id`,
      `insert into issued_invoice_lines (invoice_id, position, description, base_minor, scheme, supply) values (:id, 2, 'Más', 0, 'normal', 'services')`,
      `delete from issued_invoice_taxes where invoice_id = :id`,
    ])
      assert.equal(await refusedWith(sql, { id }), 'CV001', sql)
  })

  test('a number with a gap, of another form or set by hand is refused', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const { id } = await issue(stage)
    const copy = (changes: string) =>
      `insert into issued_invoices (site_id, series_id, year, sequence, number, treatment, invoice_type, issued_on, issuer_name, issuer_tax_id,
          recipient_name, recipient_tax_id, description, base_minor, total_minor)
       select site_id, series_id, year, ${changes}, treatment, invoice_type, issued_on, issuer_name, issuer_tax_id, recipient_name,
          recipient_tax_id, description, 0, 0 from issued_invoices where id = :id`

    assert.equal(await refusedWith(copy(`3, 'REF-2026-0003'`), { id }), 'CV002')
    assert.equal(await refusedWith(copy(`2, 'OTRA-2026-0002'`), { id }), 'CV002')
    assert.equal(
      await refusedWith(
        `update issuing_counters set last_sequence = 9 where series_id = (select series_id from issued_invoices where id = :id)`,
        { id }
      ),
      'CV002'
    )
  })

  test('totals that are not the sum of their parts never come to be', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const { id } = await issue(stage)

    const code = await refusedWith(
      `insert into issued_invoices (site_id, series_id, year, sequence, number, treatment, invoice_type, issued_on, issuer_name, issuer_tax_id,
          recipient_name, recipient_tax_id, description, base_minor, total_minor)
       select site_id, series_id, year, 2, 'REF-2026-0002', treatment, invoice_type, issued_on, issuer_name, issuer_tax_id, recipient_name,
          recipient_tax_id, description, 100, 100 from issued_invoices where id = :id`,
      { id }
    )

    assert.equal(code, 'CV006')
  })
})

test.group('Companies outside of VERI*FACTU', () => {
  test('in SII issue without record, and cannot switch it on', async ({ assert }) => {
    const stage = await makeIssuingStage()
    await execute(`update sites set sii = true where id = :siteId`, stage.issuer)

    const issued = await issue(stage)

    assert.isNull(issued.recordId)
    const other = await makeSite()
    await execute(`update sites set sii = true where id = :siteId`, other)
    assert.equal(
      await refusedWith(
        `insert into issuing_settings (site_id, installation, mode, verifactu_from, producer_name, producer_tax_id)
         values (:siteId, 'X-' || :siteId::text, 'verifactu', '2026-01-01', 'Productora', 'B12345674')`,
        { siteId: other.siteId }
      ),
      'CV005'
    )
  })

  test('that have sent stay to the end of the year', async ({ assert }) => {
    const stage = await makeIssuingStage()
    await issue(stage)

    const off = `update issuing_settings set mode = 'off' where site_id = :siteId`

    assert.equal(await refusedWith(off, stage.issuer), 'CV005')
    assert.equal(
      await refusedWith(
        `update issuing_settings set installation = 'OTRA-' || site_id where site_id = :siteId`,
        stage.issuer
      ),
      'CV005'
    )
    assert.isNull(
      await refusedWith(
        `update issuing_settings set mode = 'off', ends_on = '2025-12-31' where site_id = :siteId`,
        stage.issuer
      )
    )
  })
})
