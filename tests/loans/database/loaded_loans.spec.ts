import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { settlePeriods } from '#app/loans/actions/settle_periods'
import { postDueInstallments } from '#app/loans/payments/post_due_installments'
import { readLoan } from '#app/loans/terms/loan'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { assertSound, bookBalance, installmentsOf, owedOf } from '#tests/factories/loan_books'
import { activate, makeLoanStage, makeReadyLoan, makeRunningLoan } from '#tests/factories/loans'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

test.group('Loans that run already, and loans of banks', () => {
  test('what fell due before it was entered is taken as paid, without entries', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage, { loadedOn: calendarDate('2026-04-30') })
    assert.isNull(await activate(stage, id))
    const kept = await installmentsOf(id)
    assert.deepEqual(
      kept.slice(0, 4).map(({ status }) => status),
      ['paid', 'paid', 'paid', 'overdue']
    )
    const left = kept.slice(3).reduce((total, { principalMinor }) => total + principalMinor, 0)
    assert.equal(await owedOf(id), left)
    assert.equal(await bookBalance(stage.borrower.siteId, '5133'), 0)
    await assertSound(assert)
  })

  test('a balance is taken over as it stood', async ({ assert }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage, {
      kind: 'credit_line',
      principalMinor: 300_000,
      maturityOn: calendarDate('2027-12-31'),
      loadedOn: calendarDate('2026-03-31'),
      loadedMinor: 120_000,
    })
    await activate(stage, id)
    assert.equal(await owedOf(id), 120_000)
    assert.deepEqual((await settlePeriods(calendarDate('2026-07-20'))).problems, [])
    await assertSound(assert)
  })

  test('the debit of a bank pays its instalment, and undone owes it again', async ({ assert }) => {
    const stage = await makeLoanStage()
    const { borrower, creator } = stage
    const id = await makeRunningLoan(stage, { lender: { name: 'Banco de prueba' } })
    assert.equal(await owedOf(id), 600_000)
    assert.equal(await bookBalance(borrower.siteId, '5200'), -600_000)
    await postDueInstallments(calendarDate('2026-02-15'))
    const [first] = await installmentsOf(id)
    const totalMinor = first?.totalMinor ?? 0
    assert.equal(await bookBalance(borrower.siteId, '52009'), -totalMinor)

    await importBytes(
      borrower.accountId,
      csvStatement([
        { on: '2026-02-16', cents: -totalMinor, text: 'CUOTA PRESTAMO', balance: 1_000_000 - totalMinor },
      ])
    )
    const [line] = await linesOf(borrower.accountId)
    const item = await oneRow<{ id: number }>(
      `select o.journal_line_id as id from open_items o join ledger_accounts a on a.id = o.account_id where a.site_id = :siteId and a.code like '52009%'`,
      { siteId: borrower.siteId }
    )
    await acceptMatch({
      lineId: line?.id ?? 0,
      items: [{ journalLineId: item.id, amountMinor: -totalMinor }],
      actor: creator.actor,
    })
    assert.equal((await installmentsOf(id))[0]?.status, 'paid')
    assert.equal(await owedOf(id), 600_000 - (first?.principalMinor ?? 0))
    await assertSound(assert)

    await undoMatch({ lineId: line?.id ?? 0, reason: 'Era de otro préstamo', actor: creator.actor })
    assert.equal(await owedOf(id), 600_000)
    assert.notEqual((await installmentsOf(id))[0]?.status, 'paid')
    assert.equal((await readLoan(id)).status, 'active')
    await assertSound(assert)
  })
})
