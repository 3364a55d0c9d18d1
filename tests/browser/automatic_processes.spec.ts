import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { execute } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { confirmIdentity, signIn } from '#tests/browser/sign_in_page'
import { makeUser } from '#tests/factories/people'

const PLAIN = 'Sugerencias de palabras clave'
const PAYMENT = 'Generar pagos recurrentes'

/** Opens the menu of a process and chooses an act. */
async function choose(page: Page, process: string, act: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: process }).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: act }).click()
}

test.group('Automatic processes', (group) => {
  startClean(group)
  group.each.setup(async () => {
    await execute(
      `delete from job_runs where queue in ('profiles.suggest-keywords', 'payments.recurrents') and is_sweep`
    )
  })

  test('an approver runs one, sees its run beside the list, pauses it with a reason and resumes it', async ({
    assert,
  }) => {
    const page = await signIn(await makeUser('aprobador'))
    await page.goto('/automatic-processes?q=palabras')

    await choose(page, PLAIN, 'Ejecutar ahora')
    await page.getByRole('dialog').getByRole('button', { name: 'Ejecutar ahora' }).click()
    await page.getByText('Proceso iniciado.').waitFor()
    await page.getByRole('row').filter({ hasText: PLAIN }).getByText('En cola').waitFor()
    await choose(page, PLAIN, 'Registro')
    const drawer = page.getByRole('dialog', { name: PLAIN })
    await drawer.getByText('A mano').waitFor()
    await drawer.getByRole('button', { name: 'Cancelar' }).click()
    const confirm = page.getByRole('button', { name: 'Cancelar la ejecución' })
    await confirm.click()
    await drawer.getByText('Cancelado antes de empezar.').waitFor()
    // The dialog takes the key while it goes.
    await confirm.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })

    await choose(page, PLAIN, 'Pausar')
    const dialog = page.getByRole('dialog', { name: `Pausar «${PLAIN}»` })
    await dialog.getByLabel('Motivo').fill('Mucho trabajo esta semana')
    await dialog.getByRole('button', { name: 'Pausar' }).click()
    await page.getByRole('row').filter({ hasText: PLAIN }).getByText('En pausa').waitFor()
    await choose(page, PLAIN, 'Reanudar')
    await page.getByRole('dialog').getByRole('button', { name: 'Reanudar' }).click()
    await page.getByRole('row').filter({ hasText: PLAIN }).getByText('Activo').waitFor()
    assert.isTrue(await page.getByText('Procesos Automáticos').first().isVisible())
  })

  test('what moves money asks who one is before it runs', async () => {
    const person = await makeUser('aprobador')
    const page = await signIn(person)
    await page.goto('/automatic-processes?q=recurrentes')

    await choose(page, PAYMENT, 'Ejecutar ahora')
    await page.getByRole('dialog').getByRole('button', { name: 'Ejecutar ahora' }).click()
    await confirmIdentity(page, person)

    await page.getByText('Proceso iniciado.').waitFor()
  })
})
