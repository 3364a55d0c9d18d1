import { test } from '@japa/runner'
import { execute } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'

const LIST = '/announcements/manage'

test.group('Density of tables in the browser', (group) => {
  startClean(group)

  test('what is chosen in one browser is seen in another, and stays on the way back', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    await makeAnnouncement({ status: 'draft' })
    const [desk, elsewhere] = [await ShellPage.open(person, LIST), await ShellPage.of(person)]
    const rowHeight = async (shell: ShellPage) =>
      Math.round((await shell.page.locator('tbody tr').first().boundingBox())?.height ?? 0)
    const normal = await rowHeight(desk)

    const [saved] = await Promise.all([
      desk.page.waitForResponse('**/user/table-density'),
      desk.page.getByRole('button', { name: 'Filas compactas' }).click(),
    ])
    await elsewhere.visit(LIST)
    await desk.drawer.getByRole('link', { name: 'Autenticación 2FA' }).click()
    await desk.page.waitForURL('**/2faSecurity')
    await desk.page.goBack()
    await desk.page.getByRole('button', { name: 'Filas normales' }).waitFor()

    assert.equal(saved.status(), 204)
    assert.isBelow(await rowHeight(desk), normal)
    assert.equal(await rowHeight(elsewhere), await rowHeight(desk))
    assert.isTrue(await elsewhere.page.getByRole('button', { name: 'Filas normales' }).isVisible())
  })

  test('when it cannot be saved it holds in this tab, and only the console says so', async ({ assert }) => {
    await makeAnnouncement({ status: 'draft' })
    const shell = await ShellPage.open(await makeUser('s1st3ma'), LIST)
    const failed = await shell.failing('/user/table-density')

    await shell.page.getByRole('button', { name: 'Filas compactas' }).click()
    await shell.page.getByRole('button', { name: 'Filas normales' }).waitFor()
    await shell.page.waitForTimeout(200)

    assert.lengthOf(failed, 1)
    assert.equal(await shell.toasts.count(), 0)
    assert.isTrue(shell.errors.some((text) => text.includes('/user/table-density')))
  })

  test('a long text gives way before the table has to be scrolled, and is said whole', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const { id } = await makeProvider(person)
    await execute(`update providers set legal_name = :name where id = :id`, {
      id,
      name: `Suministros ${'integrales '.repeat(9)}del Sur ${id}, S.L.`,
    })
    const shell = await ShellPage.open(person, `/providers?q=sur%20${id}`)
    await shell.page.setViewportSize({ width: 1440, height: 900 })
    const name = shell.page.locator('tbody th').filter({ hasText: `del Sur ${id}` })
    await name.waitFor()

    const [fits, isCut] = await Promise.all([
      shell.page
        .locator('main table')
        .evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0)),
      name.evaluate((cell) =>
        [cell, ...cell.querySelectorAll('[data-line]')].some((line) => line.scrollWidth > line.clientWidth)
      ),
    ])
    await name.hover()

    assert.isTrue(fits)
    assert.isTrue(isCut)
    assert.match((await name.getAttribute('title')) ?? '', /del Sur \d+, S\.L\./)
  })
})
