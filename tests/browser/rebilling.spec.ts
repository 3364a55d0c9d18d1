import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { oneRow, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { seriousFindings } from '#tests/browser/axe'
import { startClean } from '#tests/browser/clean_start'
import {
  approveNetting,
  findNetting,
  isAskedFor,
  isForeseen,
  proposeNetting,
  reverseNetting,
} from '#tests/browser/netting_walk'
import { act, signIn } from '#tests/browser/sign_in_page'
import { makeBankAccount } from '#tests/factories/books'
import { owedOf } from '#tests/factories/loan_books'
import { makeRunningLoan } from '#tests/factories/loans'
import { approveFully, type PaymentStage, releaseOne, sendOne, settleOne } from '#tests/factories/payments'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import {
  bookSum,
  chargesOf,
  computeAll,
  type FoundCharge,
  makeBill,
  makeRebillingStage,
  type RebillingStage,
} from '#tests/factories/rebilling'
import { makeLenders } from '#tests/factories/taken_debts'

const COMPANIES = 4
const LENT_DAYS_AGO = 20

type Stage = RebillingStage & {
  /** Approves for the holding alone. */
  ofOrigin: Person
  /** Approves for the other companies alone. */
  ofTargets: Person
  originAccountId: number
  /** Of the first of the other companies, which pays. */
  payingAccountId: number
  payers: Person[]
  /** Of the second of the other companies, which lends the holding and nets what it owes; approves that for both. */
  nettingId: number
  netters: Person[]
  loanId: number
}

async function setStage(): Promise<Stage> {
  const stage = await makeRebillingStage(COMPANIES)
  const [payingId = 0, nettingId = 0] = stage.targetIds
  const ofOrigin = await makeUser('aprobador', { siteIds: [stage.originId] })
  const ofTargets = await makeUser('aprobador', { siteIds: stage.targetIds })
  await letApprove(stage.originId, ofOrigin, ['rebilling'], null)
  for (const siteId of stage.targetIds) await letApprove(siteId, ofTargets, ['rebilling'], null)
  const payers = [await makeUser('aprobador'), await makeUser('aprobador'), await makeUser('aprobador')]
  for (const payer of payers) {
    await letApprove(stage.originId, payer, ['payment_supplier'], null)
    await letApprove(payingId, payer, ['rebilling'], null)
  }
  const originAccountId = await makeBankAccount(stage.originId)
  const lenders = await makeLenders(
    { siteId: nettingId, accountId: await makeBankAccount(nettingId) },
    { siteId: stage.originId, accountId: originAccountId }
  )
  const startOn = addDays(today(), -LENT_DAYS_AGO)
  return {
    ...stage,
    ofOrigin,
    ofTargets,
    payers,
    originAccountId,
    payingAccountId: await makeBankAccount(payingId),
    nettingId,
    netters: lenders.approvers,
    loanId: await makeRunningLoan(lenders, {
      method: 'bullet',
      startOn,
      firstPaymentOn: addMonths(startOn, 1),
    }),
  }
}

/** Who pays from an account of theirs, by the hands that payments need. */
async function payingFrom(stage: Stage, siteId: number, accountId: number): Promise<PaymentStage> {
  const person = await makeUser('superC0ntab1l1dad')
  const { payers: approvers, provider } = stage
  return { siteId, accountId, approvers, person, creator: person, provider, providerName: '' }
}

const nameOf = async (siteId: number): Promise<string> =>
  (
    await oneRow<{ name: string }>(
      `select coalesce(nullif(trade_name, ''), legal_name::text) as name from sites where id = :siteId`,
      { siteId }
    )
  ).name

const providerName = async (providerId: number): Promise<string> =>
  (
    await oneRow<{ name: string }>(`select legal_name as name from providers where id = :providerId`, {
      providerId,
    })
  ).name

/** Types into a choice and takes what it offers: the group of the tests has more companies than a list shows. */
async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.click()
  if (await field.isEditable()) await field.fill(name)
  await page.getByRole('option', { name }).first().click()
}

const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: false })

/** A rule of four equal parts for software, as invoices that are paid. */
async function writeRule(page: Page, { originId, targetIds, provider }: Stage): Promise<void> {
  await page.getByRole('textbox', { name: 'Nombre' }).fill(`Software ${originId}`)
  await choose(page, choice(page, 'Empresa de origen'), await nameOf(originId))
  await choose(page, choice(page, 'Proveedores'), await providerName(provider.id))
  for (const [place, siteId] of targetIds.entries()) {
    if (place > 0) await page.getByRole('button', { name: 'Añadir empresa' }).click()
    await choose(page, choice(page, `Destino ${place + 1}`), await nameOf(siteId))
    await page.getByRole('textbox', { name: 'Porcentaje' }).nth(place).fill('25')
  }
  await choose(page, choice(page, 'IVA'), 'IVA 21 %')
  await choose(page, choice(page, 'Liquidación'), 'Pago')
  await choose(page, choice(page, 'Frecuencia'), 'Por documento')
  await page.getByRole('combobox', { name: 'Desde' }).fill('1/1/2026')
}

/** What the books of all these companies say of each other, and that nothing else is wrong in any. */
async function assertBooksAgree(
  assert: { equal: (a: unknown, b: unknown) => void; deepEqual: (a: unknown, b: unknown) => void },
  { originId, targetIds }: Stage,
  owedMinor: number
): Promise<void> {
  const owing = await Promise.all(targetIds.map((siteId) => bookSum(siteId, '5523')))
  assert.equal(await bookSum(originId, '5523'), owedMinor)
  assert.equal(
    owing.reduce((sum, minor) => sum + minor, 0),
    -owedMinor
  )
  assert.deepEqual(
    (await checkInvariants()).filter(({ violations }) => violations > 0),
    []
  )
}

/** How many of the charges wait for somebody on their start page. */
async function waitingOn(page: Page, charges: readonly FoundCharge[]): Promise<number> {
  await page.goto('/?waiting=all')
  await page.getByRole('heading', { name: 'Pendientes de mi aprobación' }).waitFor()
  await page.waitForLoadState('networkidle')
  const shown = await Promise.all(
    charges.map(({ number }) => page.getByText(`Refacturación ${number}`).count())
  )
  return shown.filter((count) => count > 0).length
}

/** Ticks these charges in the list that is open and does something to them at once. */
async function together(page: Page, charges: readonly FoundCharge[], verb: string): Promise<void> {
  for (const { number } of charges)
    await page.getByRole('row').filter({ hasText: number }).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: verb }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${verb} `) })
    .click()
}

test.group('Rebilling in the browser', (group) => {
  startClean(group)

  test('a bill of the holding is charged to four companies, one pays, one nets it against a loan, and the net is taken back', async ({
    assert,
  }) => {
    const stage = await setStage()
    const [payingId = 0] = stage.targetIds
    const serious: string[] = []

    // The holding has the bill and pays it.
    const { invoiceId } = await makeBill(stage, { totalMinor: 121_007 })
    const payingBill = await payingFrom(stage, stage.originId, stage.originAccountId)
    const bill = await createOrder({ invoiceId }, payingBill.creator.actor)
    await approveFully(payingBill, bill.id)
    await sendOne(payingBill, bill.id)
    await settleOne(payingBill, bill.id)

    // The rule, tried on the month of the bill before it is saved.
    const page = await signIn(stage.author)
    await page.goto('/configuracion-refacturacion/create')
    await writeRule(page, stage)
    await page.getByRole('combobox', { name: 'Un día del mes' }).fill('10/3/2026')
    await page.getByRole('button', { name: 'Probar' }).click()
    await page.getByRole('table', { name: 'Reparto' }).waitFor()
    assert.equal(
      await page.getByRole('table', { name: 'Reparto' }).locator('tbody').getByRole('row').count(),
      COMPANIES
    )
    serious.push(...(await seriousFindings(page, 'rule')))
    await page.getByRole('button', { name: 'Crear regla' }).click()
    await page.waitForURL(/\/configuracion-refacturacion\/\d+\/edit$/)

    await page.goto('/refacturacion')
    await act(page, 'Calcular', 'Calcular')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await computeAll(stage)
    const charges = await chargesOf(stage)
    assert.lengthOf(charges, COMPANIES)
    const { cost } = await oneRow<{ cost: number }>(
      `select sum(base_minor)::bigint as cost from rebillable_costs where source_type = 'invoice_line' and source_id in (select id from invoice_lines where invoice_id = :invoiceId)`,
      { invoiceId }
    )
    assert.equal(
      charges.reduce((sum, { baseMinor }) => sum + baseMinor, 0),
      cost
    )
    await assertBooksAgree(assert, stage, 0)

    // Both companies decide; each sees on their start page what waits for them.
    const origin = await signIn(stage.ofOrigin)
    const targets = await signIn(stage.ofTargets)
    assert.equal(await waitingOn(origin, charges), COMPANIES)
    assert.equal(await waitingOn(targets, charges), COMPANIES)
    await origin.goto('/refacturacion')
    serious.push(...(await seriousFindings(origin, 'proposals')))
    await together(origin, charges, 'Aprobar')
    await origin.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await waitingOn(origin, charges), 0)
    assert.equal(await waitingOn(targets, charges), COMPANIES)
    await targets.goto('/refacturacion')
    await together(targets, charges, 'Aprobar')
    await targets.getByText('4 refacturaciones aprobadas').first().waitFor()
    assert.equal(await waitingOn(targets, charges), 0)

    // Issued: an invoice in the one book, an approved one in the other.
    await page.goto('/refacturacion?tab=approved')
    await together(page, charges, 'Emitir')
    await page.getByText('4 refacturaciones emitidas').first().waitFor()
    const owed = charges.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
    await assertBooksAgree(assert, stage, owed)
    const received = await rows<{ status: string; totalMinor: number }>(
      `select i.status, i.total_minor from rebilling_transactions t join invoices i on i.id = t.target_invoice_id where t.origin_site_id = :originId order by t.id`,
      { originId: stage.originId }
    )
    assert.deepEqual(
      received,
      charges.map(({ totalMinor }) => ({ status: 'booked', totalMinor }))
    )

    // One pays: ordered here, approved and at the bank like any other payment.
    const paid = charges.find(({ targetSiteId }) => targetSiteId === payingId)
    if (!paid) throw new Error('The first company was charged nothing')
    await page.goto(`/refacturacion/${paid.id}`)
    await act(page, /^Liquidar/, /^Liquidar/)
    await page.getByText('En liquidación').first().waitFor()
    const { orderId } = await oneRow<{ orderId: number }>(
      `select id as order_id from payment_orders where source_type = 'rebilling_transaction' and source_id = :id`,
      { id: paid.id }
    )
    const paying = await payingFrom(stage, payingId, stage.payingAccountId)
    await approveFully(paying, orderId)
    const { batchId } = await releaseOne(paying, orderId)
    await markBatchSent(batchId, paying.person.actor, today())
    await assertBooksAgree(assert, stage, owed - paid.totalMinor)
    await settleOne(paying, orderId, today())
    await assertBooksAgree(assert, stage, owed - paid.totalMinor)

    await page.reload()
    await page.getByText('Liquidada').first().waitFor()
    serious.push(...(await seriousFindings(page, 'charge')))

    // Another one nets what it owes against what it lends the holding.
    const { nettingId, netters, originId } = stage
    const netted = charges.find(({ targetSiteId }) => targetSiteId === nettingId)
    if (!netted) throw new Error('The second company was charged nothing')
    const { document } = await oneRow<{ document: string }>(
      `select invoice_number as document from rebilling_transactions where id = :id`,
      { id: netted.id }
    )
    const lentMinor = await owedOf(stage.loanId)
    const owedLeft = owed - paid.totalMinor
    assert.isTrue(await isForeseen(page, nettingId, document))
    const proposed = await proposeNetting(page, { lender: nettingId, borrower: originId })
    serious.push(...(await seriousFindings(page, 'netting')))
    assert.equal(proposed.totalMinor, 2 * netted.totalMinor)
    await assertBooksAgree(assert, stage, owedLeft)
    for (const netter of netters) {
      if ((await findNetting(proposed.id)).status !== 'proposed') break
      const decider = await signIn(netter)
      assert.isTrue(await isAskedFor(decider, proposed))
      await approveNetting(decider, proposed)
      assert.isFalse(await isAskedFor(decider, proposed))
      await decider.close()
    }
    assert.equal((await findNetting(proposed.id)).status, 'posted')
    await assertBooksAgree(assert, stage, owedLeft - netted.totalMinor)
    assert.isBelow(await owedOf(stage.loanId), lentMinor)
    assert.isFalse(await isForeseen(page, nettingId, document))
    await page.goto(`/refacturacion/${netted.id}`)
    await page.getByText('Liquidada').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^Liquidar/ }).count(), 0)

    // And the net is taken back: the loan is owed as before, the charge to be paid again.
    const system = await signIn(await makeUser('s1st3ma'))
    assert.equal((await reverseNetting(system, proposed)).status, 'reversed')
    await assertBooksAgree(assert, stage, owedLeft)
    assert.equal(await owedOf(stage.loanId), lentMinor)
    assert.isTrue(await isForeseen(page, nettingId, document))
    await page.goto(`/refacturacion/${netted.id}`)
    await page.getByRole('button', { name: /^Liquidar/ }).waitFor()

    await page.goto(`/accounts/group-balances?site_ids[]=${stage.originId}`)
    const pairs = page.getByRole('row').filter({ hasText: 'Cuenta corriente' })
    await pairs.first().waitFor()
    assert.equal(await pairs.count(), COMPANIES)
    assert.equal(await pairs.filter({ hasText: 'No coincide' }).count(), 0)
    await page.goto('/refacturacion-historico/matriz')
    await page.getByRole('table').waitFor()

    assert.deepEqual(serious, [])
  }).timeout(300_000)
})
