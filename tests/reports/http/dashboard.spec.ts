import { test } from '@japa/runner'
import { execute } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import { makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes } from '#tests/factories/statements'

type Dashboard = {
  figures: {
    overdue: number
    overdueMinor: { minor: number; currency: string }
    dueWeekMinor: { minor: number; currency: string }
    cashMinor: { minor: number; currency: string }
    pendingLines: number
  }
  accounts: { id: number }[]
}

const dueOn = (id: number, day: string, currency = 'EUR') =>
  changeInvoiceAsOwner(id, { dueOn: day, currency })

test.group('Start page', () => {
  test('what is due is what its list shows: in euros and without what an order covers', async ({
    assert,
    client,
  }) => {
    const treasury = await makeTreasury()
    const [late, ordered, foreign, soon, far] = [
      await makeBookedInvoice(treasury, 'D-1', 10_000),
      await makeBookedInvoice(treasury, 'D-2', 20_000),
      await makeBookedInvoice(treasury, 'D-3', 40_000),
      await makeBookedInvoice(treasury, 'D-4', 80_000),
      await makeBookedInvoice(treasury, 'D-5', 160_000),
    ]
    for (const { id } of [late, ordered]) await dueOn(id, addDays(today(), -1))
    await dueOn(foreign.id, addDays(today(), -1), 'USD')
    await dueOn(soon.id, today())
    await dueOn(far.id, addDays(today(), 8))
    await makeSentOrder(treasury, ordered.id, 5_000)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [treasury.siteId] })

    const { figures } = (await client.get('/').withSession(session).withInertia()).inertiaProps as Dashboard

    assert.equal(figures.overdue, 2)
    assert.deepEqual(figures.overdueMinor, { minor: 10_000 + 15_000, currency: 'EUR' })
    assert.deepEqual(figures.dueWeekMinor, { minor: 80_000, currency: 'EUR' })
    assert.deepEqual(figures.cashMinor, { minor: 1_000_000, currency: 'EUR' })
  })

  test('an account that somebody may not see counts for nothing', async ({ assert, client }) => {
    const { siteId, accountId } = await makeTreasury()
    await importBytes(accountId, csvStatement([{ on: '2026-04-09', cents: -350, text: 'COMISION' }]))
    const { person, session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    const read = async () =>
      (await client.get('/').withSession(session).withInertia()).inertiaProps as Dashboard
    const before = await read()

    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_view) values (:accountId, :userId, false)`,
      { accountId, userId: person.id }
    )

    const after = await read()
    assert.deepEqual(
      [before.figures.cashMinor.minor, before.figures.pendingLines, before.accounts.length],
      [1_000_000, 1, 1]
    )
    assert.deepEqual(
      [after.figures.cashMinor.minor, after.figures.pendingLines, after.accounts.length],
      [0, 0, 0]
    )
  })
})
