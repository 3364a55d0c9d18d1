import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { PHONE, ShellPage } from '#tests/browser/shell_page'
import { makeExpenseStage, makeNote } from '#tests/factories/expenses'
import { makeUser } from '#tests/factories/people'

test.group('A tick that a refusal asks for', (group) => {
  startClean(group)

  test('stays where it was asked for, ticked or not, and lets it pass', async ({ assert }) => {
    const stage = await makeExpenseStage()
    await makeNote(stage)
    const senior = await makeUser('superC0ntab1l1dad')
    const { page } = await ShellPage.open(senior, `/employees/${stage.employee.id}/edit`, { context: PHONE })
    await page.getByRole('button', { name: 'Dar de baja' }).first().click()
    const dialog = page.getByRole('dialog', { name: /^Dar de baja a/ })
    await dialog.getByLabel(/^Fecha de baja/).fill('hoy')
    await dialog.getByLabel(/^Motivo/).fill('Fin de contrato')
    await dialog.getByRole('button', { name: 'Dar de baja' }).click()
    const tick = dialog.getByLabel('Dar de baja aunque queden notas de gastos')
    await tick.check()
    await tick.uncheck()
    assert.include(await dialog.innerText(), 'Confirme')

    await tick.check()
    await dialog.getByRole('button', { name: 'Dar de baja' }).click()
    await dialog.waitFor({ state: 'detached' })

    const { status } = await oneRow<{ status: string }>(`select status from employees where id = :id`, {
      id: stage.employee.id,
    })
    assert.equal(status, 'terminated')
  })
})
