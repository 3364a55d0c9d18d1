import { test } from '@japa/runner'
import { overrideNoteApproval } from '#app/expenses/actions/approve_note'
import ExpenseNote from '#app/expenses/models/expense_note'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import {
  type ExpenseStage,
  makeExpenseStage,
  makeReviewed,
  someLine,
  statusOf,
} from '#tests/factories/expenses'
import { letApprove, makeUser, type Person } from '#tests/factories/people'

const REASON = 'Los aprobadores están de baja y la debemos hoy'

/** A company that has nobody to approve its notes. */
async function lonelyStage(): Promise<ExpenseStage> {
  const stage = await makeExpenseStage()
  await execute(`update approvals set status = 'ended' where site_id = :siteId`, stage)
  return stage
}

const override = async (
  noteId: number,
  { actor }: Person,
  given: Partial<Parameters<typeof overrideNoteApproval>[0]> = {}
) =>
  overrideNoteApproval({
    noteId,
    shownFingerprint: await noteFingerprint(noteId),
    reason: REASON,
    confirmDuplicate: true,
    actor,
    ...given,
  })

test.group('The emergency approval of an expense note', () => {
  test('posts a note that nobody may approve, stays on record and is told to every approver', async ({
    assert,
  }) => {
    const stage = await lonelyStage()
    const [system, approver] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    const id = await makeReviewed(stage)

    assert.isTrue((await override(id, system)).isApproved)

    const { status, journalEntryId } = await ExpenseNote.findOrFail(id)
    assert.equal(status, 'approved')
    assert.isNumber(journalEntryId)
    const event = await oneRow<{ userId: number; reason: string }>(
      `select user_id, reason from audit_events where event = 'approval.override' and object_type = 'expense_note' and object_id = :id`,
      { id }
    )
    assert.deepEqual(event, { userId: system.id, reason: REASON })
    const told = await rows<{ to: string; body: string }>(
      `select "to", body from outgoing_mails where object_type = 'expense_note' and object_id = :id`,
      { id }
    )
    assert.isTrue(told.some(({ to, body }) => to === approver.email && body.includes(REASON)))
  })

  test('is refused while somebody may approve it, and names them', async ({ assert }) => {
    const stage = await makeExpenseStage()
    const id = await makeReviewed(stage)

    await assert.rejects(
      async () => override(id, await makeUser('s1st3ma')),
      /^Hay quien puede aprobarlo: Persona/
    )
    assert.equal(await statusOf(id), 'in_review')
  })

  test('of a part is refused where somebody may approve the part', async ({ assert }) => {
    const stage = await lonelyStage()
    await letApprove(stage.siteId, await makeUser('aprobador'), ['expense_note'], 10_000)
    const id = await makeReviewed(stage, { lines: [someLine({ totalMinor: 20_000 })] })
    const line = await oneRow<{ id: number }>(`select id from expense_note_lines where note_id = :id`, { id })
    const system = await makeUser('s1st3ma')
    const part = (approvedMinor: number) =>
      override(id, system, {
        reductions: [{ lineId: line.id, approvedMinor, comment: 'Solo una parte' }],
      })

    await assert.rejects(() => part(9_000), /^Hay quien puede aprobarlo/)
    await part(15_000)

    assert.equal((await ExpenseNote.findOrFail(id)).approvedMinor, 15_000)
    assert.equal(await statusOf(id), 'approved')
  })

  test('is of the system role alone, never of who sent it in or is paid by it, and with a reason', async ({
    assert,
  }) => {
    const stage = await lonelyStage()
    const sender = await makeUser('s1st3ma')
    const payee = await makeUser('s1st3ma')
    const id = await makeReviewed({ ...stage, sender })
    await execute(`update employees set user_id = :userId where id = :id`, {
      userId: payee.id,
      id: stage.employee.id,
    })

    const system = await makeUser('s1st3ma')
    await assert.rejects(() => override(id, sender), /en el que ha intervenido/)
    await assert.rejects(() => override(id, payee), /en el que ha intervenido/)
    await assert.rejects(async () => override(id, await makeUser('aprobador')), /Solo el rol de sistema/)
    await assert.rejects(() => override(id, system, { reason: 'urgente' }), /Explique el motivo/)
    await assert.rejects(() => override(id, system, { shownFingerprint: '0'.repeat(64) }), /ha cambiado/)
    assert.equal(await statusOf(id), 'in_review')
    await execute(`update employees set user_id = null where id = :id`, { id: stage.employee.id })
  })
})
