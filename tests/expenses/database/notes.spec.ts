import { test } from '@japa/runner'
import { approveNote, undoApproval } from '#app/expenses/actions/approve_note'
import { editLine } from '#app/expenses/actions/edit_note'
import { markRebilling } from '#app/expenses/actions/mark_rebilling'
import { remindClaimants } from '#app/expenses/actions/remind_claimants'
import { takeOverNote } from '#app/expenses/actions/review_lock'
import { askForInformation, confirmIban, takeUpNote } from '#app/expenses/actions/review_note'
import { savePerDiem } from '#app/expenses/actions/save_allowances'
import { submitNote } from '#app/expenses/actions/submit_note'
import ExpenseNote from '#app/expenses/models/expense_note'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { noteDoubts } from '#app/expenses/queries/note_doubts'
import { notePage } from '#app/expenses/queries/note_page'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { byHand } from '#tests/expenses/work'
import { makeIban, makeSite } from '#tests/factories/books'
import {
  approveAs,
  type ExpenseStage,
  invoiceLine,
  makeApproved,
  makeApprovedPayment,
  makeExpenseStage,
  makeNote,
  makeReviewed,
  someLine,
  someReceipt,
  statusOf,
} from '#tests/factories/expenses'
import { letApprove, makeUser } from '#tests/factories/people'

const entryOf = (noteId: number) =>
  rows<{ code: string; amountMinor: number; taxBaseMinor: number | null }>(
    `select a.code, l.amount_minor, l.tax_base_minor from expense_notes n join journal_lines l on l.entry_id = n.journal_entry_id join ledger_accounts a on a.id = l.account_id
      where n.id = :noteId order by l.line_no`,
    { noteId }
  )

const lineOf = (noteId: number) =>
  oneRow<{ id: number; approvedMinor: number }>(
    `select id, approved_minor from expense_note_lines where note_id = :noteId order by position limit 1`,
    { noteId }
  )

const doubtCodes = async (noteId: number) =>
  (await noteDoubts(await ExpenseNote.findOrFail(noteId))).map(({ code }) => code)

async function sendToBank(stage: ExpenseStage, orderId: number): Promise<void> {
  const { batchIds } = await releaseOrders([orderId], stage.approvers[0].actor)
  await markBatchSent(batchIds[0] ?? 0, stage.person.actor, today())
}

test.group('Expense notes', (group) => {
  let stage: ExpenseStage
  group.setup(async () => {
    stage = await makeExpenseStage()
  })
  group.teardown(async () => {
    const unsound = (await checkInvariants()).filter(({ violations }) => violations > 0)
    if (unsound.length > 0) throw new Error(JSON.stringify(unsound))
  })

  test('a whole invoice gives its VAT, a ticket none, and the employee is owed the sum', async ({
    assert,
  }) => {
    const id = await makeApproved(stage, {
      lines: [invoiceLine(), someLine({ totalMinor: 1_210, vatMinor: 210 })],
    })

    const entry = await entryOf(id)

    assert.deepEqual(
      entry.map(({ amountMinor }) => amountMinor),
      [10_000, 1_210, 2_100, -13_310]
    )
    assert.match(entry[2]?.code ?? '', /^472/)
    assert.equal(entry[2]?.taxBaseMinor, 10_000)
    assert.match(entry[3]?.code ?? '', /^4651/)
  })

  test('what is approved of a line takes its VAT with it in proportion', async ({ assert }) => {
    const id = await makeReviewed(stage, { lines: [invoiceLine()] })
    const line = await lineOf(id)

    await approveAs(id, stage.approvers[0], {
      reductions: [{ lineId: line.id, approvedMinor: 6_050, comment: 'Solo una noche' }],
    })

    assert.deepEqual(
      (await entryOf(id)).map(({ amountMinor }) => amountMinor),
      [5_000, 1_050, -6_050]
    )
  })

  test('more than a line asks for is never approved, and less not without a word', async ({ assert }) => {
    const id = await makeReviewed(stage, { lines: [invoiceLine()] })
    const line = await lineOf(id)
    const approve = (approvedMinor: number, comment: string | null) =>
      approveAs(id, stage.approvers[0], { reductions: [{ lineId: line.id, approvedMinor, comment }] })

    await assert.rejects(() => approve(12_101, 'Más'), 'El importe aprobado no puede superar el de la línea.')
    await assert.rejects(() => approve(12_000, null), 'Explique por qué no se aprueba todo.')
    assert.equal(await statusOf(id), 'in_review')
  })

  test('attentions to clients give no right to VAT, whole invoice or not', async ({ assert }) => {
    const id = await makeApproved(stage, { lines: [invoiceLine({ category: 'representation' })] })

    assert.deepEqual(
      (await entryOf(id)).map(({ amountMinor }) => amountMinor),
      [12_100, -12_100]
    )
  })

  test('the same receipt, invoice, or day and amount is told, and asks for a tick', async ({ assert }) => {
    const [receipt, line] = [someReceipt(), invoiceLine({ totalMinor: 7_777, vatMinor: 1_350 })]
    await makeNote(stage, { lines: [line], receipts: [receipt] })

    const twin = await makeReviewed(stage, { lines: [line], receipts: [receipt] })

    assert.include(await doubtCodes(twin), 'duplicate')
    await assert.rejects(
      () => approveAs(twin, stage.approvers[0], { confirmDuplicate: false }),
      /Confirme que no es un duplicado/
    )
    assert.isTrue((await approveAs(twin, stage.approvers[0])).isApproved)
  })

  test('a note is approved neither by who sent it, nor by who reviewed its lines, nor by who is paid', async ({
    assert,
  }) => {
    const [sender, editor, payee] = [
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('aprobador'),
    ]
    for (const person of [sender, editor, payee])
      await letApprove(stage.siteId, person, ['expense_note'], null)
    await execute(`update employees set user_id = :userId where id = :id`, {
      userId: payee.id,
      id: stage.employee.id,
    })
    const own = { ...stage, sender }
    const id = await makeReviewed(own, { lines: [invoiceLine()] })
    const line = await lineOf(id)
    await takeOverNote(id, editor.actor)
    await editLine(
      {
        noteId: id,
        lineId: line.id,
        category: 'lodging',
        documentKind: 'ticket',
        supplierTaxId: null,
        invoiceNumber: null,
        vatMinor: 0,
        vatCodeId: null,
        expenseAccountId: null,
        siteId: null,
        approvedMinor: line.approvedMinor,
        comment: null,
        lockVersion: (await ExpenseNote.findOrFail(id)).lockVersion,
      },
      editor.actor
    )

    for (const person of [sender, editor, payee])
      await assert.rejects(() => approveAs(id, person), /No puede aprobar su propia nota/)
    // Nor by a way around the action: the database knows who sent it and who is paid.
    for (const person of [sender, payee])
      await assert.rejects(
        () =>
          execute(
            `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor) values ('expense_note', :id, :siteId, :userId, 'approve', 'x', 1)`,
            { id, siteId: stage.siteId, userId: person.id }
          ),
        /expense_note_own/
      )
    await approveAs(id, stage.approvers[0])

    // And its payment neither, although both may approve payments of this kind.
    const order = await orderExpense(id, {}, stage.sender.actor)
    await bufferOrder(order.id, stage.sender.actor, true)
    const { fingerprint } = await PaymentOrder.findOrFail(order.id)
    for (const person of [sender, payee])
      await assert.rejects(
        () => approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor: person.actor }),
        /No puede aprobar un pago/
      )
    await execute(`update employees set user_id = null where id = :id`, { id: stage.employee.id })
  })

  test('what the house pays a day holds from its day, the company before the group', async ({ assert }) => {
    const perDiem = (spentOn: number) =>
      someLine({
        spentOn: addDays(today(), -spentOn),
        category: 'per_diem',
        documentKind: 'none',
        perDiemKind: 'day',
        days: 2,
        totalMinor: 5_000,
        files: 0,
      })
    const { actor } = stage.person
    const since = (days: number) => addDays(today(), -days)
    await savePerDiem({ siteId: null, kind: 'day', validFrom: since(30), amountMinor: 9_000 }, actor)
    await savePerDiem({ siteId: stage.siteId, kind: 'day', validFrom: since(5), amountMinor: 2_000 }, actor)

    const [before, after] = [
      await makeNote(stage, { lines: [perDiem(10)] }),
      await makeNote(stage, { lines: [perDiem(2)] }),
    ]

    assert.notInclude(await doubtCodes(before), 'policy')
    assert.include(await doubtCodes(after), 'policy')
    await execute(`delete from expense_per_diems where site_id is null and kind = 'day'`)
  })

  test('who does not review a note changes nothing of it until they take the review over', async ({
    assert,
  }) => {
    const id = await makeReviewed(stage)
    const line = await lineOf(id)
    const edit = async () =>
      editLine(
        {
          noteId: id,
          lineId: line.id,
          category: 'meal',
          documentKind: 'ticket',
          supplierTaxId: null,
          invoiceNumber: null,
          vatMinor: 0,
          vatCodeId: null,
          expenseAccountId: null,
          siteId: null,
          approvedMinor: line.approvedMinor,
          comment: null,
          lockVersion: (await ExpenseNote.findOrFail(id)).lockVersion,
        },
        stage.sender.actor
      )

    await assert.rejects(edit, /La nota la está revisando .+: tome la revisión/)
    await assert.rejects(() => askForInformation(id, 'Falta el ticket del taxi', stage.sender.actor))
    const before = (
      await notePage(await ExpenseNote.findOrFail(id), { id: stage.sender.id, role: 'c0ntab1l1dad' }, 'all')
    ).note.actions
    assert.include(before, 'take_over')
    assert.notIncludeMembers(before, ['edit'])
    await takeOverNote(id, stage.sender.actor)
    await edit()

    const { category } = await oneRow<{ category: string }>(
      `select category from expense_note_lines where id = :id`,
      { id: line.id }
    )
    assert.equal(category, 'meal')
  })

  test('what changed since it was opened is not approved', async ({ assert }) => {
    const id = await makeReviewed(stage)
    const shownFingerprint = await noteFingerprint(id)
    await execute(`update expense_note_lines set document_kind = 'simplified' where note_id = :id`, { id })

    await assert.rejects(
      () => approveNote({ noteId: id, shownFingerprint, actor: stage.approvers[0].actor }),
      /ha cambiado/
    )
  })

  test('senior accounting approves up to the cap of the group and no cent more', async ({ assert }) => {
    const senior = await makeUser('superC0ntab1l1dad')
    await letApprove(stage.siteId, senior, ['expense_note'], 100_000)
    const [within, above] = [
      await makeReviewed(stage, { lines: [someLine({ totalMinor: 49_999 })] }),
      await makeReviewed(stage, { lines: [someLine({ totalMinor: 50_001 })] }),
    ]

    assert.isTrue((await approveAs(within, senior)).given > 0)
    await assert.rejects(() => approveAs(above, senior), /supera su límite de aprobación/)
  })

  test('an account that is not the registered one is confirmed by senior accounting before', async ({
    assert,
  }) => {
    const id = await makeReviewed(stage, { iban: makeIban() })

    assert.include(await doubtCodes(id), 'iban_differs')
    await assert.rejects(() => approveAs(id, stage.approvers[0]), /IBAN de la nota es distinto/)
    await confirmIban(id, 'Hablado por teléfono con ella', stage.person.actor)
    await approveAs(id, stage.approvers[0])
    const order = await orderExpense(id, {}, stage.sender.actor)
    assert.equal(order.creditorIban, stage.employee.iban)
  })

  test('paid by its order, lettered, given back and paid again', async ({ assert }) => {
    const id = await makeApproved(stage)
    const first = await makeApprovedPayment(stage, id)
    assert.equal(await statusOf(id), 'in_payment')
    await assert.rejects(
      () => undoApproval(id, 'Me he equivocado', stage.person.actor),
      /No se puede|está incluida/
    )
    await sendToBank(stage, first.id)
    await inTransaction((trx) =>
      settleOrder(
        { orderId: first.id, settledOn: today(), bankAccountId: stage.accountId, actor: stage.person.actor },
        trx
      )
    )
    assert.equal(await statusOf(id), 'paid')
    const open = await oneRow<{ open: number }>(
      `select coalesce(sum(o.open_minor), 0)::bigint as open from open_items o join journal_lines l on l.id = o.journal_line_id join ledger_accounts a on a.id = l.account_id
        where a.subledger = 'employee' and l.document_type in ('expense_note', 'payment_order') and (l.document_id = :id and l.document_type = 'expense_note' or l.document_id = :orderId and l.document_type = 'payment_order')`,
      { id, orderId: first.id }
    )
    assert.equal(open.open, 0)

    await returnOrder({ orderId: first.id, code: 'MS03', comment: 'Devuelta', actor: stage.person.actor })
    assert.equal(await statusOf(id), 'approved')
    const mail = await oneRow<{ subject: string }>(
      `select subject from outgoing_mails where object_type = 'expense_note' and object_id = :id order by id desc limit 1`,
      { id }
    )
    assert.match(mail.subject, /estamos revisando el pago/)
    const again = await retryOrder(first.id, stage.sender.actor)
    assert.equal(again.amountMinor, first.amountMinor)
    assert.equal(await statusOf(id), 'in_payment')
  })

  test('a payment that fails leaves the note approved and payable', async ({ assert }) => {
    const id = await makeApproved(stage)
    const order = await makeApprovedPayment(stage, id)
    await sendToBank(stage, order.id)

    await failOrder({ orderId: order.id, code: 'AM04', comment: 'Sin saldo', actor: stage.person.actor })

    assert.equal(await statusOf(id), 'approved')
  })

  test('twenty payments of one note at once are one', async ({ assert }) => {
    const id = await makeApproved(stage)

    const made = await Promise.allSettled(
      Array.from({ length: 20 }, () => orderExpense(id, {}, stage.sender.actor))
    )

    const orders = new Set(made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : [])))
    assert.equal(orders.size, 1)
  })

  test('an approval that is taken back takes its entry with it', async ({ assert }) => {
    const id = await makeApproved(stage)
    const { journalEntryId } = await ExpenseNote.findOrFail(id)

    await undoApproval(id, 'Falta un justificante', stage.person.actor)

    assert.equal(await statusOf(id), 'in_review')
    const { reversed } = await oneRow<{ reversed: number }>(
      `select count(*)::int as reversed from journal_entries where reverses_id = :journalEntryId`,
      { journalEntryId }
    )
    assert.equal(reversed, 1)
    assert.isTrue((await approveAs(id, stage.approvers[0])).isApproved)
  })

  test('a note is marked for rebilling once under two clicks, and never for more than was approved', async ({
    assert,
  }) => {
    const [id, { siteId: other }] = [await makeApproved(stage), await makeSite()]
    const { approvedMinor } = await ExpenseNote.findOrFail(id)
    await assert.rejects(
      () =>
        markRebilling(id, byHand([{ siteId: other, amountMinor: approvedMinor + 1 }]), stage.person.actor),
      /supera lo aprobado/
    )

    const clicks = await Promise.allSettled(
      [1, 2].map(() => markRebilling(id, byHand([{ siteId: other, amountMinor: 500 }]), stage.person.actor))
    )

    assert.deepEqual(clicks.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.match(String(clicks.find((one) => one.status === 'rejected')?.reason), /ya está refacturada/)
    const { shares } = await oneRow<{ shares: number }>(
      `select count(*)::int as shares from expense_note_rebillings where note_id = :id`,
      { id }
    )
    assert.equal(shares, 1)
    await assert.rejects(() => undoApproval(id, 'Me he equivocado', stage.person.actor), /refacturada/)
    const viewer = { id: stage.person.id, role: 'superC0ntab1l1dad' }
    const page = await notePage(await ExpenseNote.findOrFail(id), viewer, 'all')
    assert.notInclude(page.note.actions, 'undo_approval')
  })

  test('percentages share out every cent of what was approved, and never more than the whole', async ({
    assert,
  }) => {
    const id = await makeApproved(stage)
    const [first, second, third] = [await makeSite(), await makeSite(), await makeSite()]
    const { approvedMinor } = await ExpenseNote.findOrFail(id)
    const sites = [first, second, third].map(({ siteId }) => siteId)
    const parts = (basisPoints: number[]) =>
      basisPoints.map((share, index) => ({ siteId: sites[index] ?? 0, basisPoints: share }))
    await assert.rejects(
      () => markRebilling(id, byHand(parts([5_000, 5_001])), stage.person.actor),
      /supera el 100 %/
    )
    await assert.rejects(
      () => markRebilling(id, byHand(parts([5_000, 0])), stage.person.actor),
      /mayor que cero/
    )

    await markRebilling(id, byHand(parts([3_333, 3_333, 3_334])), stage.person.actor)

    const { kept, minor } = await oneRow<{ kept: number[]; minor: number }>(
      `select array_agg(amount_minor order by id) as kept, sum(amount_minor)::bigint as minor from expense_note_rebillings where note_id = :id`,
      { id }
    )
    assert.equal(minor, approvedMinor)
    assert.isTrue(kept.every((share) => Math.abs(Number(share) - approvedMinor / 3) < 2))
  })

  test('kilometres are paid by the house and freed by law, the rest goes to the payroll office', async ({
    assert,
  }) => {
    await execute(
      `insert into expense_policies (site_id, category, km_rate_minor) values (:siteId, 'mileage', 35)`,
      { siteId: stage.siteId }
    )
    const id = await makeNote(stage, {
      lines: [
        someLine({ category: 'mileage', documentKind: 'none', totalMinor: null, km: '100.5', files: 0 }),
        someLine({
          category: 'per_diem',
          documentKind: 'none',
          totalMinor: 12_000,
          perDiemKind: 'overnight',
          days: 2,
          files: 0,
        }),
      ],
    })

    const lines = await rows<{ totalMinor: number; exemptMinor: number }>(
      `select total_minor, exempt_minor from expense_note_lines where note_id = :id order by position`,
      { id }
    )

    assert.deepEqual(lines, [
      { totalMinor: 3_518, exemptMinor: 2_613 },
      { totalMinor: 12_000, exemptMinor: 10_668 },
    ])
    assert.include(await doubtCodes(id), 'taxable')
  })

  test('a question is repeated after 7 and 15 days and given up after 30', async ({ assert }) => {
    const id = await makeReviewed(stage)
    await askForInformation(id, 'Falta el ticket del taxi', stage.reviewer.actor)
    const age = (days: number) =>
      execute(
        `update expense_notes set info_requested_at = now() - make_interval(days => :days) where id = :id`,
        { id, days }
      )
    const mails = async () =>
      (
        await oneRow<{ n: number }>(
          `select count(*)::int as n from outgoing_mails where object_type = 'expense_note' and object_id = :id`,
          { id }
        )
      ).n
    const before = await mails()

    for (const [days, told] of [
      [6, 0],
      [7, 1],
      [8, 1],
      [15, 2],
      [29, 2],
    ] as const) {
      await age(days)
      await remindClaimants()
      assert.equal((await mails()) - before, told, `${days} days`)
    }
    await age(30)
    await remindClaimants()
    assert.equal(await statusOf(id), 'rejected')
  })

  test('a stranger is found by the tax number, else the reviewer says whose it is', async ({ assert }) => {
    const draft = {
      siteId: null,
      employeeId: null,
      name: 'Quien sea',
      email: null,
      iban: null,
      title: 'Compras',
      purpose: null,
      lines: [someLine()],
    }
    const known = await submitNote(
      { ...draft, taxId: stage.employee.taxId, receipts: [someReceipt()] },
      { channel: 'public', actor: { userId: null, kind: 'public' } }
    )
    const unknown = await submitNote(
      { ...draft, taxId: '00000000T', receipts: [someReceipt()] },
      { channel: 'public', actor: { userId: null, kind: 'public' } }
    )

    const found = await ExpenseNote.findOrFail(known.noteId)
    assert.deepEqual([found.employeeId, found.siteId], [stage.employee.id, stage.siteId])
    assert.includeMembers(await doubtCodes(unknown.noteId), ['unknown_claimant', 'no_site'])
    await takeUpNote(unknown.noteId, stage.reviewer.actor)
    await assert.rejects(() => approveAs(unknown.noteId, stage.approvers[0]), /no es de ningún empleado/)
  })

  test('future days, old ones and a VAT that is not that of its rate are refused at their field', async ({
    assert,
  }) => {
    const refused = async (line: Parameters<typeof someLine>[0]) =>
      makeNote(stage, { lines: [someLine(line)] }).then(
        () => null,
        (error: { field?: string; message: string }) => `${error.field}: ${error.message}`
      )

    assert.equal(
      await refused({ spentOn: addDays(today(), 1) }),
      'lines.0.spent_on: La fecha no puede ser futura.'
    )
    assert.equal(
      await refused({ spentOn: addDays(today(), -120) }),
      'lines.0.spent_on: No se admiten gastos de hace más de 3 meses.'
    )
    assert.equal(
      await refused(invoiceLine({ vatMinor: 2_000 })),
      'lines.0.vat: El importe del IVA no cuadra con la base.'
    )
    assert.equal(await refused({ files: 0 }), 'lines.0.files: Adjunte el justificante de esta línea.')
  })
})
