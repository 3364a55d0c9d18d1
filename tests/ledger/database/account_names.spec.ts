import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { ensureVatAccount } from '#app/ledger/actions/ensure_vat_account'
import { chargeAccount } from '#app/legal/queries/charge_account'
import { debtAccount } from '#app/legal/queries/debt_account'
import { differenceAccount } from '#app/reconciliation/actions/post_bank_match'
import { makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { approveByHand } from '#tests/factories/sent_payments'

const namesOf = async (siteId: number, start: string) =>
  Object.fromEntries(
    (
      await rows<{ code: string; name: string }>(
        `select code, name from ledger_accounts where site_id = :siteId and is_postable and code like :start || '%' order by code`,
        { siteId, start }
      )
    ).map(({ code, name }) => [code, name])
  )

const nameOf = async (id: number) =>
  (await oneRow<{ name: string }>(`select name from ledger_accounts where id = :id`, { id })).name

async function bookUnder(siteId: number, category: string, accountCode?: string): Promise<void> {
  const creator = await makeUser('superC0ntab1l1dad')
  const provider = await makeProvider(creator)
  const id = await makeInvoice({ siteId, providerId: provider.id, creator })
  await execute(
    `update invoice_lines l set category_id = c.id, account_code = coalesce(:accountCode, c.ledger_account_prefix) from categories c where l.invoice_id = :id and c.name = :category`,
    { id, category, accountCode: accountCode ?? null }
  )
  await approveByHand(id)
  await bookInvoice(id, SYSTEM)
}

test.group('Names of accounts that open themselves', () => {
  test('an account that several categories share has the title of the plan, whoever comes first', async ({
    assert,
  }) => {
    for (const order of [
      ['Electricidad', 'Telecomunicaciones'],
      ['Telecomunicaciones', 'Electricidad'],
    ]) {
      const { siteId } = await makeSite()
      for (const category of order) await bookUnder(siteId, category)

      assert.deepEqual(await namesOf(siteId, '628'), { '62800000': 'Suministros' })
    }
  })

  test('a number of its own is named after the one category that charges to it, else after the plan', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const own = `6290${1000 + (Date.now() % 8000)}`
    await execute(`insert into categories (name, ledger_account_prefix) values (:name, :own)`, {
      name: `Jardinería ${own}`,
      own,
    })
    await bookUnder(siteId, `Jardinería ${own}`)
    await bookUnder(siteId, 'Electricidad', '62800077')

    assert.equal((await namesOf(siteId, '629'))[own], `Jardinería ${own}`)
    assert.equal((await namesOf(siteId, '628'))['62800077'], 'Suministros')
  })

  test('the account of a rate of VAT is named after the rate, though a purchase in the Union came first', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const creator = await makeUser('superC0ntab1l1dad')
    const provider = await makeProvider(creator)
    const id = await makeInvoice({ siteId, providerId: provider.id, creator, totalMinor: 10_000 })
    await execute(
      `update invoice_lines set vat_code_id = (select id from tax_codes where code = 'UE21'), vat_minor = 0, base_minor = 10000 where invoice_id = :id`,
      { id }
    )
    await execute(
      `update invoice_tax_groups set vat_code_id = (select id from tax_codes where code = 'UE21'), vat_minor = 0, base_minor = 10000 where invoice_id = :id`,
      { id }
    )
    await execute(`update invoices set vat_minor = 0, base_minor = 10000 where id = :id`, { id })
    await approveByHand(id)
    await bookInvoice(id, SYSTEM)

    assert.deepEqual(
      [await namesOf(siteId, '472'), await namesOf(siteId, '477')],
      [{ '47200021': 'H.P. soportado IVA 21 %' }, { '47700021': 'H.P. repercutido IVA 21 %' }]
    )
    const igic = await inTransaction((trx) =>
      ensureVatAccount({ siteId, role: 'vat_input', suffix: '07' }, trx)
    )
    assert.equal(await nameOf(igic), 'H.P. soportado IGIC 7 %')
  })

  test('neither a legal cost nor what a bank kept gives its name to the account of the plan', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const opened = await inTransaction(async (trx) => [
      await debtAccount(
        { siteId, concept: 'other' as never, depositTerm: null as never, providerId: null },
        trx
      ),
      await chargeAccount(siteId, '622', 'code', trx),
      await differenceAccount(siteId, -5, trx),
    ])

    assert.deepEqual(await Promise.all(opened.map(nameOf)), [
      'Acreedores por prestaciones de servicios',
      'Reparaciones y conservación',
      'Otros gastos financieros',
    ])
  })

  test('the account of a supplier takes the name that the supplier is given later, unless people named it', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const provider = await makeProvider(await makeUser('superC0ntab1l1dad'))
    const { name } = await oneRow<{ name: string }>(
      `select legal_name::text as name from providers where id = :id`,
      {
        id: provider.id,
      }
    )
    const open = (prefix: string, given: string) =>
      inTransaction((trx) =>
        ensureAccount({ siteId, prefix, subledger: 'provider', subledgerId: provider.id, name: given }, trx)
      ).then(({ id }) => id)
    const ids = [await open('410', name), await open('260', `Fianza ${name}`), await open('407', 'A mano')]

    await execute(`update providers set legal_name = :now where id = :id`, {
      id: provider.id,
      now: `Nueva ${name}`,
    })

    assert.deepEqual(await Promise.all(ids.map(nameOf)), [`Nueva ${name}`, `Fianza Nueva ${name}`, 'A mano'])
  })
})
