import { test } from '@japa/runner'
import { terminateEmployee } from '#app/employees/actions/move_employee'
import { oneRow } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { type ExpenseStage, makeApproved, makeExpenseStage, makeNote } from '#tests/factories/expenses'

const end = ({ employee, person }: ExpenseStage, confirmNotes?: boolean, endedOn = today()) =>
  terminateEmployee(
    employee.id,
    {
      endedOn,
      hasSettlement: true,
      reason: 'Fin de contrato',
      ...(confirmNotes === undefined ? {} : { confirmNotes }),
    },
    person.actor
  )

const employmentOf = ({ employee }: ExpenseStage) =>
  oneRow<{ status: string; endedOn: string | null }>(
    `select status, ended_on from employees where id = :id`,
    {
      id: employee.id,
    }
  )

test.group('The end of an employment with open expense notes', () => {
  test('is confirmed by somebody who is told which they are, also when it is planned', async ({ assert }) => {
    const stage = await makeExpenseStage()
    const noteId = await makeNote(stage)
    await makeApproved(stage)
    const { number } = await oneRow<{ number: string }>(
      `select number from expense_notes where id = :noteId`,
      { noteId }
    )

    for (const day of [today(), addDays(today(), 10)])
      await assert.rejects(() => end(stage, false, day), new RegExp(`2 notas de gastos.*${number}.*Confirme`))
    assert.deepEqual(await employmentOf(stage), { status: 'active', endedOn: null })

    await end(stage, true)
    assert.equal((await employmentOf(stage)).status, 'terminated')
  })

  test('asks nothing where there are none', async ({ assert }) => {
    const stage = await makeExpenseStage()

    await end(stage)

    assert.equal((await employmentOf(stage)).status, 'terminated')
  })
})
