import { test } from '@japa/runner'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { groupLine } from '#app/ledger/actions/group_account'
import { postBooks } from '#app/ledger/actions/post_books'
import { settlePeriods } from '#app/loans/actions/settle_periods'
import { openDebts } from '#app/loans/compensations/open_debts'
import { postDueInstallments } from '#app/loans/payments/post_due_installments'
import { debtsOn } from '#app/loans/queries/debts_on'
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

  test('a current account is owed once, also where the books hold its balance on 5523', async ({
    assert,
  }) => {
    const stage = await makeLoanStage()
    const [one, other] = [stage.lender.siteId, stage.borrower.siteId]
    const loadedOn = calendarDate('2026-03-31')
    const id = await makeReadyLoan(stage, {
      kind: 'current_account',
      rate: '0',
      loadedOn,
      loadedMinor: 50_000,
    })
    await activate(stage, id)
    await inTransaction(async (trx) => {
      const book = async (siteId: number, partnerId: number, amountMinor: number) => ({
        siteId,
        journal: 'prestamos' as const,
        kind: 'loan.opening',
        description: 'Saldo inicial',
        lines: [
          await groupLine({ siteId, partnerId, role: 'intercompany_current', amountMinor }, trx),
          { accountId: (await ensureAccount({ siteId, prefix: '113' }, trx)).id, amountMinor: -amountMinor },
        ],
      })
      await postBooks(
        {
          sourceType: 'loan',
          sourceId: id,
          key: 'opening:1',
          postedOn: loadedOn,
          books: [await book(one, other, 50_000), await book(other, one, -50_000)],
          createdBy: null,
        },
        trx
      )
    })
    const day = calendarDate('2026-04-30')

    const told = await debtsOn(day, [one])
    const { debts } = await openDebts({
      cutOffOn: day,
      siteIds: [one, other],
      currency: 'EUR',
      includesInterest: false,
    })

    assert.deepEqual(
      told.map(({ loanId, lenderId, principalMinor }) => [loanId, lenderId, principalMinor]),
      [[id, one, 50_000]]
    )
    assert.deepEqual(
      debts.map(({ loanId, creditorId, principalMinor }) => [loanId, creditorId, principalMinor]),
      [[id, one, 50_000]]
    )
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
