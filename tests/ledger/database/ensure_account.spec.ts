import { test } from '@japa/runner'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { makeAccount, makeSite } from '#tests/factories/books'

const openFor = (siteId: number, prefix: string, subledger: 'provider' | 'bank', subledgerId: number) =>
  inTransaction((trx) =>
    ensureAccount({ siteId, prefix, subledger, subledgerId, name: `Cuenta ${subledgerId}` }, trx)
  ).then((account) => account.code)

test.group('Numbers of new accounts', () => {
  test('a supplier never gets the number of invoices to be received, nor a bank one of transfers under way', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    await makeAccount(siteId, '4009')
    await makeAccount(siteId, '5729')

    assert.equal(await openFor(siteId, '400', 'provider', 1), '40000001')
    assert.equal(await openFor(siteId, '400', 'provider', 2), '40000002')
    assert.equal(await openFor(siteId, '572', 'bank', 1), '57200001')
    assert.equal(await openFor(siteId, '5720', 'bank', 2), '57200002')
    assert.equal(await openFor(siteId, '572', 'bank', 3), '57200003')
  })

  test('once only numbers with another meaning are left, there are none', async ({ assert }) => {
    const { siteId } = await makeSite()
    await execute(
      `insert into ledger_accounts (site_id, code, parent_id, name, type, normal_side, is_postable)
       select site_id, '40089999', id, 'Último proveedor', type, normal_side, true from ledger_accounts where site_id = :siteId and code = '400'`,
      { siteId }
    )

    await assert.rejects(() => openFor(siteId, '400', 'provider', 2), /No quedan números de cuenta bajo 400/)
  })
})
