import { setTimeout as sleep } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { importStatement } from '#app/accounts/actions/import_statement'
import { moveBankAccount } from '#app/accounts/actions/move_bank_account'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import { SYSTEM } from '#app/audit/record_event'
import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeIban, makeSite } from '#tests/factories/books'
import { csvStatement, linesOf } from '#tests/factories/statements'

async function makeEmptyAccount() {
  const { siteId } = await makeSite()
  const id = await openBankAccount(
    {
      siteId,
      name: 'Para cerrar',
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 0,
    },
    SYSTEM
  )
  return { siteId, id }
}

const stateOf = (id: number) =>
  oneRow<{ status: string; isOpen: boolean }>(
    `select b.status, a.active as is_open from bank_accounts b join ledger_accounts a on a.id = b.ledger_account_id where b.id = :id`,
    { id }
  )

const close = (bankAccountId: number) =>
  moveBankAccount({
    bankAccountId,
    transition: 'close',
    reason: 'Ya no se usa',
    role: 's1st3ma',
    actor: SYSTEM,
  })

test.group('Closing a main account', () => {
  test('waits for what is being posted on it, and then sees the money', async ({ assert }) => {
    const { siteId, id } = await makeEmptyAccount()
    const { ledgerAccountId } = await oneRow<{ ledgerAccountId: number }>(
      `select ledger_account_id from bank_accounts where id = :id`,
      { id }
    )
    const other = await makeAccount(siteId, '705')
    const posting = await db.transaction()
    await postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-02-10'),
        journal: 'banco',
        kind: 'test.close',
        idempotencyKey: `close_account:${id}`,
        description: 'Cobro a medias',
        lines: [
          { accountId: ledgerAccountId, amountMinor: 100 },
          { accountId: other, amountMinor: -100 },
        ],
      },
      posting
    )

    const closing = close(id).then(
      () => 'closed',
      (error: { message: string }) => error.message
    )
    await Promise.race([closing, sleep(500)])
    await posting.commit()

    assert.equal(await closing, 'No se puede cerrar la cuenta: su saldo es 1,00\u00a0€.')
    assert.deepEqual(await stateOf(id), { status: 'active', isOpen: true })
  })

  test('a statement that was looked at before is not imported afterwards', async ({ assert }) => {
    const { id } = await makeEmptyAccount()
    const bytes = csvStatement([{ on: '2026-04-10', cents: -4_500, text: 'COMISION' }])
    const fileId = await uploadStatement({ bankAccountId: id, name: 'extracto.csv', bytes, actor: SYSTEM })
    await close(id)

    await assert.rejects(
      () =>
        importStatement({
          bankAccountId: id,
          fileId,
          accepts: { unbalanced: true, unreadableRows: true },
          actor: SYSTEM,
        }),
      'La cuenta está cerrada: no admite extractos.'
    )
    assert.deepEqual(await linesOf(id), [])
  })
})
