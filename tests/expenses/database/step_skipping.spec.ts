import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { approveNote, undoApproval } from '#app/expenses/actions/approve_note'
import { assignNote, editLine } from '#app/expenses/actions/edit_note'
import { markRebilling } from '#app/expenses/actions/mark_rebilling'
import {
  answerNote,
  askForInformation,
  cancelNote,
  confirmIban,
  rejectNote,
  takeUpNote,
} from '#app/expenses/actions/review_note'
import { settleNote } from '#app/expenses/actions/settle_note'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { type ExpenseNoteStatus, expenseNoteWorkflow } from '#app/expenses/workflows/expense_note_workflow'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import { settleByHand } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { byHand } from '#tests/expenses/work'
import { makeSite } from '#tests/factories/books'
import {
  type ExpenseStage,
  makeApproved,
  makeApprovedPayment,
  makeExpenseStage,
  makeNote,
  makeReviewed,
} from '#tests/factories/expenses'

const REASON = 'Porque así debe ser siempre'

/** How a note gets into each state. */
const STATES: Record<ExpenseNoteStatus, (stage: ExpenseStage) => Promise<number>> = {
  received: makeNote,
  in_review: makeReviewed,
  info_requested: async (stage) => {
    const id = await makeReviewed(stage)
    await askForInformation(id, REASON, stage.reviewer.actor)
    return id
  },
  approved: makeApproved,
  in_payment: async (stage) => {
    const id = await makeApproved(stage)
    await orderExpense(id, {}, stage.sender.actor)
    return id
  },
  paid: async (stage) => {
    const id = await makeApproved(stage)
    const order = await makeApprovedPayment(stage, id)
    const { batchIds } = await releaseOrders([order.id], stage.approvers[0].actor)
    await markBatchSent(batchIds[0] ?? 0, stage.person.actor, today())
    await settleByHand({
      orderId: order.id,
      settledOn: today(),
      proof: 'Extracto',
      actor: stage.person.actor,
    })
    return id
  },
  rejected: async (stage) => {
    const id = await makeReviewed(stage)
    await rejectNote(id, REASON, stage.reviewer.actor)
    return id
  },
  cancelled: async (stage) => {
    const id = await makeNote(stage)
    await cancelNote(id, null, stage.sender.actor)
    return id
  },
}

type Act = (id: number, stage: ExpenseStage) => Promise<unknown>
let otherSite = 0

/** What can be done to a note, and the states in which it may be. */
const ACTS: Record<string, { from: ExpenseNoteStatus[]; act: Act; isOnlyRefused?: true }> = {
  take_up: { from: ['received'], act: (id, { reviewer }) => takeUpNote(id, reviewer.actor) },
  ask: { from: ['in_review'], act: (id, { reviewer }) => askForInformation(id, REASON, reviewer.actor) },
  answer: {
    from: ['info_requested'],
    act: (noteId, { sender }) =>
      answerNote({ noteId, text: 'Aquí está lo que falta', receipts: [], actor: sender.actor }),
  },
  approve: {
    from: ['in_review'],
    act: async (noteId, { approvers }) =>
      approveNote({
        noteId,
        shownFingerprint: await noteFingerprint(noteId),
        actor: approvers[2].actor,
        confirmDuplicate: true,
      }),
  },
  reject: { from: ['in_review'], act: (id, { reviewer }) => rejectNote(id, REASON, reviewer.actor) },
  cancel: {
    from: ['received', 'in_review', 'info_requested'],
    act: (id, { sender }) => cancelNote(id, REASON, sender.actor),
  },
  undo_approval: { from: ['approved'], act: (id, { person }) => undoApproval(id, REASON, person.actor) },
  assign: {
    from: ['in_review'],
    act: async (noteId, stage) =>
      assignNote(
        {
          noteId,
          siteId: stage.siteId,
          employeeId: null,
          providerId: stage.provider.id,
          lockVersion: await versionOf(noteId),
        },
        stage.reviewer.actor
      ),
  },
  edit_line: {
    from: ['in_review'],
    act: async (noteId, { reviewer }) => {
      const line = await oneRow<{ id: number; totalMinor: number }>(
        `select id, total_minor from expense_note_lines where note_id = :noteId`,
        { noteId }
      )
      await editLine(
        {
          noteId,
          lineId: line.id,
          category: 'meal',
          documentKind: 'ticket',
          supplierTaxId: null,
          invoiceNumber: null,
          vatMinor: 0,
          vatCodeId: null,
          expenseAccountId: null,
          siteId: null,
          approvedMinor: line.totalMinor - 1,
          comment: 'Un céntimo menos',
          lockVersion: await versionOf(noteId),
        },
        reviewer.actor
      )
    },
  },
  confirm_iban: { from: ['in_review'], act: (id, { person }) => confirmIban(id, REASON, person.actor) },
  order: { from: ['approved'], act: (id, { sender }) => orderExpense(id, {}, sender.actor) },
  // In payment it is the bank that settles: the journey of the payments tries that.
  settle: {
    from: ['in_payment'],
    isOnlyRefused: true,
    act: (id, { person }) => inTransaction((trx) => settleNote(id, 1, person.actor, trx)),
  },
  rebill: {
    from: ['approved', 'in_payment', 'paid'],
    act: (id, { person }) =>
      markRebilling(id, byHand([{ siteId: otherSite, amountMinor: 100 }]), person.actor),
  },
}

const versionOf = async (noteId: number): Promise<number> =>
  (await oneRow<{ v: number }>(`select lock_version as v from expense_notes where id = :noteId`, { noteId }))
    .v

/** Everything that hangs on a note, as one text. */
async function snapshotOf(noteId: number): Promise<string> {
  const { text } = await oneRow<{ text: string }>(
    `select concat_ws(' | ', (to_jsonb(n) - 'updated_at')::text,
        (select jsonb_agg(to_jsonb(l) order by l.id) from expense_note_lines l where l.note_id = n.id)::text,
        (select count(*) from expense_note_files f where f.note_id = n.id),
        (select count(*) from expense_note_messages m where m.note_id = n.id),
        (select count(*) from expense_note_links k where k.note_id = n.id),
        (select count(*) from expense_note_rebillings r where r.note_id = n.id),
        (select jsonb_agg(to_jsonb(d) order by d.id) from approval_decisions d where d.document_type = 'expense_note' and d.document_id = n.id)::text,
        (select count(*) from journal_entries e where e.source_type = 'expense_note' and e.source_id = n.id),
        (select count(*) from payment_orders o where o.source_type = 'expense_note' and o.source_id = n.id),
        (select count(*) from outgoing_mails m where m.object_type = 'expense_note' and m.object_id = n.id),
        (select count(*) from audit_events e where e.object_type = 'expense_note' and e.object_id = n.id)) as text
       from expense_notes n where n.id = :noteId`,
    { noteId }
  )
  return text
}

test.group('Skipping steps of an expense note', (group) => {
  let stage: ExpenseStage
  group.setup(async () => {
    stage = await makeExpenseStage()
    otherSite = (await makeSite()).siteId
  })

  for (const [state, make] of Object.entries(STATES)) {
    test(`of a note in the state «${state}» every act that is no edge of it is refused and leaves no trace`, async ({
      assert,
    }) => {
      const noteId = await make(stage)
      const before = await snapshotOf(noteId)

      for (const [name, { from, act }] of Object.entries(ACTS)) {
        if ((from as string[]).includes(state)) continue
        const refusal = await act(noteId, stage).then(
          () => null,
          (error: unknown) => error
        )
        // The draft that a note has already is given again, and nothing is made.
        if (name !== 'order' || state !== 'in_payment')
          assert.isTrue(isDomainError(refusal), `${name} from ${state}: ${refusal}`)
        assert.equal(await snapshotOf(noteId), before, name)
      }
    }).timeout(120_000)
  }

  for (const [name, { from, act }] of Object.entries(ACTS).filter(
    ([, { isOnlyRefused }]) => !isOnlyRefused
  )) {
    test(`«${name}» does something in each state that it is an edge of`, async ({ assert }) => {
      for (const state of from) {
        const noteId = await STATES[state](stage)
        const before = await snapshotOf(noteId)

        await act(noteId, stage)

        assert.notEqual(await snapshotOf(noteId), before, state)
      }
    }).timeout(120_000)
  }

  test('the database itself knows no step that is not in the table', async ({ assert }) => {
    const names = Object.keys(expenseNoteWorkflow.states)
    const edges = new Set(
      Object.values(expenseNoteWorkflow.transitions).flatMap(({ from, to }) =>
        from.map((state) => `${state} ${to}`)
      )
    )
    for (const [state, make] of Object.entries(STATES)) {
      const noteId = await make(stage)
      for (const to of names.filter((name) => name !== state && !edges.has(`${state} ${name}`)))
        await assert.rejects(
          () => execute(`update expense_notes set status = :to where id = :noteId`, { to, noteId }),
          /expense_note/
        )
    }
  }).timeout(120_000)

  test('no note is approved behind the back of its approvers', async ({ assert }) => {
    const noteId = await makeReviewed(stage)
    const donor = await makeApproved(stage)

    await assert.rejects(
      () =>
        db.transaction(async (trx) => {
          await execute(
            `update expense_notes n set status = 'approved', required_approvals = 1, journal_entry_id = d.journal_entry_id from expense_notes d where n.id = :noteId and d.id = :donor`,
            { noteId, donor },
            trx
          )
        }),
      /expense_note_not_approved/
    )
  })
})
