import { test } from '@japa/runner'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import { fillFromContracts } from '#app/invoices/intake/fill_from_contracts'
import { takeAgreedTaxes } from '#app/invoices/intake/take_agreed_taxes'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { makeContract } from '#tests/factories/contracts'
import { type InvoiceStage, makeInvoiceStage, reviewed, taxCode } from '#tests/factories/invoice_stage'
import { clearProfiles, makeProfile } from '#tests/profiles/profile_stage'

/** An invoice as the machine read it: its one line under this code, with or without a withholding. */
async function read(stage: InvoiceStage, code: string, withholdingMinor = 0): Promise<number> {
  const id = await reviewed(stage, { withholdingMinor })
  const codeId = await taxCode(code)
  await execute(
    `update invoice_lines set match_state = 'none', vat_code_id = :codeId where invoice_id = :id`,
    { id, codeId }
  )
  await execute(`update invoice_tax_groups set vat_code_id = :codeId where invoice_id = :id`, { id, codeId })
  return id
}

const taxesOf = async (invoiceId: number) => {
  const { line, withholding } = await oneRow<{ line: string; withholding: string | null }>(
    `select t.code as line, w.code as withholding from invoice_lines l join tax_codes t on t.id = l.vat_code_id left join tax_codes w on w.id = l.withholding_code_id where l.invoice_id = :invoiceId`,
    { invoiceId }
  )
  const groups = await rows<{ code: string; baseMinor: number; vatMinor: number }>(
    `select t.code, g.base_minor, g.vat_minor from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id where g.invoice_id = :invoiceId`,
    { invoiceId }
  )
  return { line, withholding, groups }
}

const take = (invoiceId: number) => inTransaction((trx) => takeAgreedTaxes(invoiceId, trx))

test.group('Taxes that profile, supplier and contract name', (group) => {
  group.each.setup(async () => {
    await clearProfiles()
  })

  test('an invoice that prints no VAT is what its supplier says it is; one that prints some is what it prints', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    await execute(`update providers set default_vat_code_id = :code where id = :id`, {
      code: await taxCode('UE21'),
      id: stage.provider.id,
    })
    const [silent, taxed] = [await read(stage, 'EXENTO'), await read(stage, 'IVA21')]

    await take(silent)
    await take(taxed)

    assert.equal((await taxesOf(silent)).line, 'UE21')
    assert.deepEqual(
      (await taxesOf(silent)).groups.map(({ code }) => code),
      ['UE21']
    )
    assert.equal((await taxesOf(taxed)).line, 'IVA21')
  })

  test('the profile comes before the category and the supplier, a person before all of them', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const [union, none] = [await taxCode('UE21'), await taxCode('NOSUJETO')]
    await execute(`update providers set default_vat_code_id = :union where id = :id`, {
      union,
      id: stage.provider.id,
    })
    const profileId = await makeProfile(stage.senior, { vatCodeId: none })
    const [byProfile, byHand] = [await read(stage, 'EXENTO'), await read(stage, 'EXENTO')]
    await execute(`update invoice_lines set profile_id = :profileId where invoice_id = any(:ids::bigint[])`, {
      profileId,
      ids: [byProfile, byHand],
    })
    await execute(`update invoice_lines set match_state = 'manual' where invoice_id = :byHand`, { byHand })

    await take(byProfile)
    await take(byHand)

    assert.equal((await taxesOf(byProfile)).line, 'NOSUJETO')
    assert.equal((await taxesOf(byHand)).line, 'EXENTO')
  })

  test('a withholding without a code gets the one of its rate, and none is invented', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await execute(`update providers set default_withholding_code_id = :code where id = :id`, {
      code: await taxCode('IRPF19'),
      id: stage.provider.id,
    })
    const without = await read(stage, 'IVA21')
    const rented = await read(stage, 'IVA21', 1_900)
    await execute(
      `update invoice_lines set withholding_code_id = null, withholding_minor = 1900, base_minor = 10000 where invoice_id = :rented`,
      {
        rented,
      }
    )

    await take(without)
    await take(rented)

    assert.isNull((await taxesOf(without)).withholding)
    assert.equal((await taxesOf(rented)).withholding, 'IRPF19')
  })

  test('an invoice of a contract takes its terms of payment, its profile and its category', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const profileId = await makeProfile(stage.senior, {
      name: `Del contrato ${Date.now()}`,
      providerId: stage.provider.id,
    })
    const contract = await makeContract({
      providerId: stage.provider.id,
      siteIds: [stage.siteId],
      profileId,
      paymentTermsDays: 45,
      vatCodeId: await taxCode('ISP21'),
    })
    const [silent, printed] = [await read(stage, 'EXENTO'), await read(stage, 'EXENTO')]
    await execute(
      `update invoice_lines set category_id = null, account_code = null where invoice_id = any(:ids::bigint[])`,
      {
        ids: [silent, printed],
      }
    )

    await inTransaction(async (trx) => {
      await holdAgainstContracts([silent, printed], trx)
      await fillFromContracts(silent, null, trx)
      await fillFromContracts(printed, '2026-04-09', trx)
      await takeAgreedTaxes(silent, trx)
    })

    const terms = (id: number) =>
      oneRow(
        `select i.contract_id, i.due_on::text, l.profile_id, l.account_code from invoices i join invoice_lines l on l.invoice_id = i.id where i.id = :id`,
        { id }
      )
    assert.deepEqual(await terms(silent), {
      contractId: contract.id,
      dueOn: '2026-04-24',
      profileId,
      accountCode: '628',
    })
    assert.deepInclude(await terms(printed), { dueOn: '2026-04-09' })
    assert.equal((await taxesOf(silent)).line, 'ISP21')
  })
})
