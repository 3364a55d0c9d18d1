import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { assignNote } from '#app/expenses/actions/edit_note'
import { takeUpNote } from '#app/expenses/actions/review_note'
import User from '#app/identity/models/user'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { changeDates } from '#app/invoices/editing/edit_invoice'
import { releaseHeld } from '#app/invoices/editing/release_held'
import { createProvision } from '#app/invoices/provisions/create_provision'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { approveCost } from '#app/legal/actions/move_cost'
import { updateCost } from '#app/legal/actions/save_cost'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { approveRun } from '#app/payments/kinds/payroll/decide_run'
import { runPage } from '#app/payments/kinds/payroll/run_page'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import { enterAmount } from '#app/payments/kinds/recurring/move_recurrent'
import { orderOccurrences } from '#app/payments/kinds/recurring/order_occurrences'
import { createRecurrent, updateRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { orderPage } from '#app/payments/orders/page/order_page'
import PaymentOrder from '#app/payments/orders/payment_order'
import { createPayroll } from '#app/payroll/actions/create_payroll'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { makeAccount } from '#tests/factories/books'
import { makeInvoice } from '#tests/factories/documents'
import { approveAs as approveNoteAs, makeExpenseStage, makeNote } from '#tests/factories/expenses'
import { booked, form, makeInvoiceStage, submitted } from '#tests/factories/invoice_stage'
import { makeCost, makeLegalStage, makeOpenProcedure, makePaper } from '#tests/factories/legal'
import {
  approverOf,
  makeApprovedOrder,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
  rentAgreement,
  withNewProvider,
} from '#tests/factories/payments'
import { draftFor, makePayrollStage, makeRun, ordersOfRun } from '#tests/factories/payroll'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { approveByHand } from '#tests/factories/sent_payments'

async function approveAs(orderId: number, { actor }: Person) {
  const { fingerprint } = await PaymentOrder.findOrFail(orderId)
  return approveOrder({ orderId, shownFingerprint: fingerprint, actor, comment: 'Visto' })
}

/**
 * These people do not approve this payment: not by its page, which says why, nor past it, nor is it shown to them as
 * waiting; somebody else does.
 */
async function assertKeptOut(assert: Assert, orderId: number, people: Person[], why: RegExp, other: Person) {
  const order = await PaymentOrder.findOrFail(orderId)
  for (const person of people) {
    await assert.rejects(() => approveAs(orderId, person), why)
    const user = await User.findOrFail(person.id)
    const page = await orderPage(order, user)
    assert.isFalse(page.canApprove)
    const candidate = page.candidates.find(({ userId }) => userId === person.id)
    if (candidate) assert.match(candidate.reason ?? '', why)
    const waiting = await waitingForApproval(user, 'all', { itemsMax: 1000 })
    assert.isFalse(waiting.some(({ kind, id }) => kind === 'payment' && id === orderId))
  }
  await assertUncounted(assert, orderId, people)
  await approveAs(orderId, other)
}

/** Their decisions, written past the page, are refused or do not let it be approved. */
async function assertUncounted(assert: Assert, orderId: number, people: Person[]) {
  const { requiredApprovals } = await PaymentOrder.findOrFail(orderId)
  const [first, ...rest] = people
  if (!first) return
  const decide = (userId: number) =>
    execute(
      `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
       select 'payment_order', id, site_id, :userId, 'approve', fingerprint, amount_minor from payment_orders where id = :orderId`,
      { orderId, userId }
    )
  const fillers: number[] = []
  for (let given = people.length; given < (requiredApprovals ?? 1); given++)
    fillers.push((await makeUser('aprobador')).id)
  const refused = await Promise.all(
    [first.id, ...rest.map((person) => person.id), ...fillers].map((id) =>
      decide(id).then(
        () => false,
        (error: Error) => {
          if (!/expense_note_own/.test(error.message)) throw error
          return true
        }
      )
    )
  )
  assert.isFalse(refused.every(Boolean))
  await assert.rejects(
    () => execute(`update payment_orders set status = 'approved' where id = :orderId`, { orderId }),
    /payment_order_not_approved/
  )
  await execute(
    `update approval_decisions set revoked_at = now() where document_type = 'payment_order' and document_id = :orderId and revoked_at is null`,
    { orderId }
  )
}

/** The people of the stage who may approve this kind, two of them for hands, one to approve. */
async function threeFor(
  siteId: number,
  kinds: Parameters<typeof letApprove>[2]
): Promise<[Person, Person, Person]> {
  const people: [Person, Person, Person] = [
    await makeUser('aprobador'),
    await makeUser('aprobador'),
    await makeUser('aprobador'),
  ]
  for (const person of people) await letApprove(siteId, person, kinds, null)
  return people
}

const buffered = async (orderId: number, stage: Pick<PaymentStage, 'creator'>) =>
  (await bufferOrder(orderId, stage.creator.actor)).id

test.group('Who made or corrected a debt does not approve its payment', () => {
  test('an invoice: who registered it, and every corrector, not only the last', async ({ assert }) => {
    const stage = await makePaymentStage()
    const [maker, corrector, last, other] = [
      ...(await threeFor(stage.siteId, ['payment_supplier'])),
      approverOf(stage),
    ]
    const id = await makeInvoice({ siteId: stage.siteId, providerId: stage.provider.id, creator: maker })
    for (const person of [corrector, last])
      await changeDates({
        ...(await form(id, person)),
        issuedOn: calendarDate('2026-03-10'),
        dueOn: person === last ? calendarDate('2026-04-20') : calendarDate('2026-04-15'),
      })
    await execute(`update invoices set status = 'pending_approval' where id = :id`, { id })
    await approveByHand(id)
    await bookInvoice(id, SYSTEM)
    const { id: orderId } = await createOrder({ invoiceId: id }, stage.creator.actor)
    await buffered(orderId, stage)

    await assertKeptOut(assert, orderId, [maker, corrector, last], /Quien creó o corrigió la factura/, other)
  })

  test('an invoice: who released what was held of it, for that made it payable', async ({ assert }) => {
    const stage = await makePaymentStage()
    const [releaser] = await threeFor(stage.siteId, ['payment_supplier'])
    const id = await makeInvoice({
      siteId: stage.siteId,
      providerId: stage.provider.id,
      creator: stage.creator,
    })
    await execute(`update invoices set retained_minor = 1000, status = 'pending_approval' where id = :id`, {
      id,
    })
    await approveByHand(id)
    await bookInvoice(id, SYSTEM)
    await releaseHeld({
      invoiceId: id,
      held: 'retention',
      reason: 'Obra recibida sin defectos',
      actor: releaser.actor,
    })
    const { id: orderId } = await createOrder({ invoiceId: id }, stage.creator.actor)
    await buffered(orderId, stage)

    await assertKeptOut(assert, orderId, [releaser], /Quien creó o corrigió la factura/, approverOf(stage))
  })

  test('a provision', async ({ assert }) => {
    const stage = await makePaymentStage()
    const maker = approverOf(stage)
    const provisionId = await createProvision(
      {
        siteId: stage.siteId,
        providerId: stage.provider.id,
        concept: 'Reforma',
        amountMinor: 50_000,
        expectedOn: today(),
        expenseAccountId: await makeAccount(stage.siteId, '622'),
        reserveAccountId: null,
      },
      maker.actor
    )
    const { id: orderId } = await orderProvision(provisionId, {}, stage.creator.actor)
    await buffered(orderId, stage)

    await assertKeptOut(assert, orderId, [maker], /Quien creó o corrigió la provisión/, approverOf(stage, 1))
  })

  test('an expense note: who sent it in, reviewed it and put it right, whoever came after', async ({
    assert,
  }) => {
    const stage = await makeExpenseStage()
    const [author, reviewer, corrector] = await threeFor(stage.siteId, ['expense_note'])
    const noteId = await makeNote({ ...stage, sender: author })
    await takeUpNote(noteId, reviewer.actor)
    await execute(`update expense_notes set review_user_id = :id where id = :noteId`, {
      id: corrector.id,
      noteId,
    })
    const { lockVersion, siteId } = await oneRow<{ lockVersion: number; siteId: number }>(
      `select lock_version, site_id from expense_notes where id = :noteId`,
      { noteId }
    )
    const [another] = await rows<{ id: number }>(
      `select id from employees where site_id = :siteId and id <> :own limit 1`,
      { siteId, own: stage.employee.id }
    )
    await assignNote(
      { noteId, lockVersion, siteId, employeeId: another?.id ?? stage.employee.id, providerId: null },
      corrector.actor
    )
    await execute(`update expense_notes set last_edited_by = :id where id = :noteId`, {
      id: corrector.id,
      noteId,
    })
    await execute(`update expense_notes set last_edited_by = :id where id = :noteId`, {
      id: stage.sender.id,
      noteId,
    })
    for (const approver of stage.approvers) if ((await approveNoteAs(noteId, approver)).isApproved) break
    const { id: orderId } = await orderExpense(noteId, {}, stage.sender.actor)
    await bufferOrder(orderId, stage.sender.actor)

    await assertKeptOut(
      assert,
      orderId,
      [author, reviewer, corrector],
      /Quien presentó, revisó o corrigió la nota/,
      stage.approvers[0]
    )
  })

  test('a legal cost: who wrote it and who corrected it before the last', async ({ assert }) => {
    const stage = await makeLegalStage()
    const [writer, corrector, other] = await threeFor(stage.siteId, ['payment_legal'])
    const procedureId = await makeOpenProcedure(stage)
    const documentId = await makePaper(stage, procedureId)
    const costId = await makeCost({ ...stage, person: writer }, procedureId)
    const input = {
      concept: 'fee' as const,
      description: 'Minuta corregida',
      providerId: stage.provider.id,
      payeeName: null,
      payeeIban: null,
      vatMinor: 0,
      withholdingMinor: 0,
      dueOn: addDays(today(), 3),
      depositTerm: null,
      expenseCode: null,
      documentId,
    }
    await updateCost({ procedureId, costId }, { ...input, baseMinor: 41_000 }, corrector.actor)
    await updateCost({ procedureId, costId }, { ...input, baseMinor: 42_000 }, stage.creator.actor)
    await approveCost({ procedureId, costId }, (await makeUser('superC0ntab1l1dad')).actor)
    const { id: orderId } = await orderLegalCost(costId, {}, stage.creator.actor)
    await buffered(orderId, stage)

    await assertKeptOut(assert, orderId, [writer, corrector], /Quien escribió o corrigió el coste/, other)
  })

  test('a recurrent agreement: who made it, who changed it before the last, who said what it costs', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const [maker, changer, teller] = await threeFor(stage.siteId, ['payment_recurrent'])
    const other = await makeUser('aprobador')
    await letApprove(stage.siteId, other, ['payment_recurrent'], null)
    const agreement = rentAgreement(stage, { amountMode: 'variable', amountMinor: null })
    const id = await createRecurrent(agreement, maker.actor)
    const { siteId: _, ...changed } = agreement
    await updateRecurrent(id, { ...changed, concept: 'Alquiler y gastos', lockVersion: 0 }, changer.actor)
    await updateRecurrent(id, { ...changed, concept: 'Alquiler nuevo', lockVersion: 1 }, stage.creator.actor)
    await orderOccurrences(today())
    const { occurrence } = await oneRow<{ occurrence: number }>(
      `select min(id) as occurrence from recurrent_occurrences where recurrent_payment_id = :id`,
      { id }
    )
    const { id: orderId } = await enterAmount(occurrence, 90_000, teller.actor)
    await buffered(orderId, stage)

    await assertKeptOut(assert, orderId, [maker, changer, teller], /pago recurrente|modificó el pago/, other)
  })

  test('a run of salaries, as a whole: who brought any of them in', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const [importer, other] = stage.approvers
    const [first, second] = stage.employees
    if (!first || !second) throw new Error('Nobody was hired')
    const [one] = await createPayroll([draftFor(stage, first)], { actor: importer.actor })
    const [two] = await createPayroll([draftFor(stage, second)], { actor: stage.person.actor })
    const runId = await makeRun(stage, [one ?? 0, two ?? 0])
    const shown = await runPage(runId, await User.findOrFail(importer.id))

    assert.isFalse(shown.run.canApprove)
    assert.match(shown.run.hindrance ?? '', /Quien importó o creó la nómina/)
    await assert.rejects(
      () => approveRun({ runId, shownFingerprint: shown.run.fingerprint, actor: importer.actor }),
      /Quien importó o creó la nómina/
    )
    const waiting = await waitingForApproval(await User.findOrFail(importer.id), 'all', { itemsMax: 1000 })
    assert.isFalse(waiting.some(({ kind, id }) => kind === 'run' && id === runId))
    const order = (await ordersOfRun(runId)).find(({ sourceId }) => sourceId === one)
    await assertUncounted(assert, order?.id ?? 0, [importer])
    await approveRun({ runId, shownFingerprint: shown.run.fingerprint, actor: other.actor })
  })

  test('the payment itself: who changed it before the last', async ({ assert }) => {
    const stage = await makePaymentStage()
    const [editor, other] = [approverOf(stage), approverOf(stage, 1)]
    const id = await makeInvoice({
      siteId: stage.siteId,
      providerId: stage.provider.id,
      creator: stage.person,
    })
    await approveByHand(id)
    await bookInvoice(id, SYSTEM)
    const { id: orderId } = await createOrder({ invoiceId: id }, stage.creator.actor)
    for (const by of [editor.id, stage.creator.id])
      await execute(`update payment_orders set last_edited_by = :by where id = :orderId`, { by, orderId })
    await buffered(orderId, stage)

    await assertKeptOut(assert, orderId, [editor], /Quien creó o modificó el pago/, other)
  })

  test('a payment leaves only with the approvals it needs as they are then, whoever passes the code by', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'AL-1')
    const { batchId } = await releaseOne(
      stage,
      (await makeApprovedOrder(await withNewProvider(stage), 'AL-2')).id
    )
    const approver = approverOf(stage)
    const loosened: Record<string, [string, string]> = {
      'an approval that was taken back': [
        `update approval_decisions set revoked_at = now() where document_type = 'payment_order' and document_id = :orderId and user_id = :userId`,
        `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, approval_id)
           select document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, approval_id from approval_decisions
            where document_type = 'payment_order' and document_id = :orderId and user_id = :userId`,
      ],
      'somebody whose access was changed': [
        `insert into user_authority_changes (user_id, changed_by, change) values (:userId, :otherId, 'email')`,
        `update user_authority_changes set confirmed_by = :confirmerId, confirmed_at = now() where user_id = :userId`,
      ],
      'a hand in the debt that was found later': [
        `insert into document_hands (document_type, document_id, user_id, act) values ('payment_order', :orderId, :userId, 'wrote')`,
        '',
      ],
    }
    for (const [loosen, mend] of Object.values(loosened)) {
      const bindings = {
        orderId: order.id,
        userId: approver.id,
        otherId: stage.creator.id,
        confirmerId: (await makeUser('s1st3ma')).id,
      }
      await execute(loosen, bindings)
      for (const step of [`status = 'sent', sub_status = 'queued', sent_at = now()`, 'batch_id = :batchId'])
        await assert.rejects(
          () =>
            execute(`update payment_orders set ${step} where id = :orderId`, { orderId: order.id, batchId }),
          /payment_order_not_approved/
        )
      if (mend) await execute(mend, bindings)
    }
  })

  test('whom they stand in for counts as they do', async ({ assert }) => {
    const stage = await makePaymentStage()
    const [holder, standIn] = [approverOf(stage), await makeUser('aprobador')]
    await execute(`update approvals set status = 'ended', ended_at = now() where user_id = :id`, {
      id: holder.id,
    })
    const id = await makeInvoice({ siteId: stage.siteId, providerId: stage.provider.id, creator: holder })
    await approveByHand(id)
    await bookInvoice(id, SYSTEM)
    const { id: orderId } = await createOrder({ invoiceId: id }, stage.creator.actor)
    await buffered(orderId, stage)
    const { requiredApprovals } = await PaymentOrder.findOrFail(orderId)
    const fillers: Person[] = []
    for (let given = 1; given < (requiredApprovals ?? 1); given++) fillers.push(await makeUser('aprobador'))
    for (const [index, { id: userId }] of [standIn, ...fillers].entries())
      await execute(
        `insert into approval_decisions (document_type, document_id, site_id, user_id, on_behalf_of, decision, fingerprint, amount_minor)
         select 'payment_order', id, site_id, :userId, :holder::bigint, 'approve', fingerprint, amount_minor from payment_orders where id = :orderId`,
        { orderId, userId, holder: index === 0 ? holder.id : null }
      )
    await assert.rejects(
      () => execute(`update payment_orders set status = 'approved' where id = :orderId`, { orderId }),
      /payment_order_not_approved/
    )
  })

  test('that not enough people are left is said before the buffer', async ({ assert }) => {
    const stage = await makePaymentStage()
    const [maker, corrector] = [approverOf(stage), approverOf(stage, 1)]
    const id = await makeInvoice({ siteId: stage.siteId, providerId: stage.provider.id, creator: maker })
    await changeDates({
      ...(await form(id, corrector)),
      issuedOn: calendarDate('2026-03-10'),
      dueOn: calendarDate('2026-04-15'),
    })
    await execute(`update invoices set status = 'pending_approval' where id = :id`, { id })
    await approveByHand(id)
    await bookInvoice(id, SYSTEM)
    const order = await createOrder({ invoiceId: id }, stage.creator.actor)

    const page = await orderPage(order, await User.findOrFail(stage.creator.id))

    assert.match(page.lack ?? '', /No hay aprobadores suficientes/)
    assert.isTrue(
      page.candidates.some(({ userId, reason }) => userId === maker.id && /factura/.test(reason ?? ''))
    )
  })

  test('an invoice that is approved: who ever corrected it does not count, in the database too', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const paid = await booked(stage)
    assert.equal(
      (await oneRow<{ status: string }>(`select status from invoices where id = :paid`, { paid })).status,
      'booked'
    )
    const id = await submitted(stage)
    await execute(
      `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
       select 'invoice', i.id, i.site_id, :userId, 'approve', invoice_fingerprint(i), i.total_minor from invoices i where i.id = :id`,
      { id, userId: stage.approver.id }
    )
    await execute(
      `insert into user_authority_changes (user_id, changed_by, change) values (:id, :by, 'password_link')`,
      {
        id: stage.approver.id,
        by: stage.accountant.id,
      }
    )
    await assert.rejects(
      () => execute(`update invoices set status = 'approved' where id = :id`, { id }),
      /invoice_not_approved/
    )
  })
})
