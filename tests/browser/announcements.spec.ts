import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { bringFile } from '#tests/factories/imports'
import { makeUser } from '#tests/factories/people'

const marksOf = (title: string) =>
  rows<{ read: boolean; dismissed: boolean }>(
    `select r.read_at is not null as read, r.dismissed_at is not null as dismissed from announcement_reads r join announcements a on a.id = r.announcement_id where a.title = :title`,
    { title }
  )

async function threeAnnouncements(): Promise<number[]> {
  return [
    await makeAnnouncement({ title: 'Primero', priority: 3 }),
    await makeAnnouncement({ title: 'Segundo', priority: 2 }),
    await makeAnnouncement({ title: 'Tercero', priority: 1 }),
  ]
}

test.group('Announcements in the browser', (group) => {
  startClean(group)

  test('a second after the frame appears the modal opens on the first of them', async ({ assert }) => {
    await threeAnnouncements()
    const shell = await ShellPage.of(await makeUser('aprobador'))
    const asked = shell.requests('/api/announcements/unread')
    await shell.stopClock()

    await shell.visit('/2faSecurity')
    await shell.page.clock.runFor(999)
    assert.isEmpty(asked)
    await Promise.all([shell.page.waitForRequest('**/api/announcements/unread'), shell.page.clock.runFor(1)])
    await shell.page.clock.resume()
    await shell.modal.waitFor()

    assert.equal(await shell.modal.getByRole('heading', { level: 2 }).last().innerText(), 'Primero')
    assert.isTrue(await shell.modal.getByText('1 de 3', { exact: true }).isVisible())
  })

  test('over a form in which something is typed they wait for another page, and the bell counts them', async ({
    assert,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.of(await makeUser('s1st3ma'))
    await shell.stopClock()
    await shell.visit('/users/create')
    await shell.page.getByLabel(/^Nombre/).fill('Lucía')

    await Promise.all([
      shell.page.waitForResponse('**/api/announcements/unread'),
      shell.page.clock.runFor(1000),
    ])
    await shell.page.clock.resume()
    await shell.bell.and(shell.page.getByRole('button', { name: '3 nuevos anuncios' })).waitFor()
    const openedOver = await shell.modal.isVisible()
    await shell.page.getByLabel(/^Nombre/).fill('')
    const openedAfterwards = await shell.modal.isVisible()
    await shell.drawer.getByRole('link', { name: 'Gestión de Usuarios', exact: true }).click()
    await shell.modal.waitFor()

    assert.deepEqual([openedOver, openedAfterwards], [false, false])
    assert.isTrue(await shell.modal.getByText('1 de 3', { exact: true }).isVisible())
  })

  test('over a file whose columns are looked at they wait; the bell opens them all the same', async ({
    assert,
  }) => {
    await threeAnnouncements()
    const person = await makeUser('superC0ntab1l1dad')
    const importId = await bringFile(
      'iban-blacklist',
      {
        name: 'lista.csv',
        bytes: Buffer.from('Cuenta;Razón;Texto\nES9121000418450200051332;fraude;Aviso\n'),
      },
      person.actor
    )
    const shell = await ShellPage.of(person)
    await shell.stopClock()
    await shell.visit(`/iban-blacklist/imports/create?import=${importId}`)

    await Promise.all([
      shell.page.waitForResponse('**/api/announcements/unread'),
      shell.page.clock.runFor(1000),
    ])
    await shell.page.clock.resume()
    await shell.bell.and(shell.page.getByRole('button', { name: '3 nuevos anuncios' })).waitFor()
    const openedOver = await shell.modal.isVisible()
    await shell.bell.click()
    await shell.modal.waitFor()

    assert.isFalse(openedOver)
  })

  test('it does not close by a click outside or by Esc', async ({ assert }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.modal.waitFor()

    await shell.page.mouse.click(20, 780)
    await shell.page.keyboard.press('Escape')
    await shell.page.waitForTimeout(400)

    assert.isTrue(await shell.modal.isVisible())
    assert.isEmpty(await rows(`select 1 from announcement_reads`))
  })

  test('the arrows move to and fro and mark nothing', async ({ assert }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.modal.waitFor()

    await shell.button('Anuncio siguiente').click()
    await shell.modal.getByText('2 de 3').waitFor()
    await shell.button('Anuncio anterior').click()
    await shell.modal.getByText('1 de 3').waitFor()

    assert.isTrue(await shell.button('Anuncio anterior').isDisabled())
    assert.isEmpty(await rows(`select 1 from announcement_reads`))
  })

  test('«Siguiente» reads and goes on, «Entendido» reads the last, closes and empties the bell', async ({
    assert,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.modal.waitFor()

    assert.equal(await shell.button('Entendido').count(), 0)
    await shell.button('Siguiente').click()
    await shell.modal.getByText('2 de 3').waitFor()
    await shell.button('Siguiente').click()
    await shell.modal.getByText('3 de 3').waitFor()
    assert.equal(await shell.button('Siguiente').count(), 0)
    await shell.button('Entendido').click()
    await shell.modal.waitFor({ state: 'detached' })

    assert.equal(await shell.bell.getAttribute('aria-label'), 'No hay anuncios nuevos')
    await shell.page.waitForLoadState('networkidle')
    for (const title of ['Primero', 'Segundo', 'Tercero'])
      assert.deepEqual(await marksOf(title), [{ read: true, dismissed: false }], title)
  })

  test('the close button reads the one in view; the bell keeps the others and reopens them', async ({
    assert,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.modal.waitFor()

    await shell.button('Cerrar').click()
    await shell.modal.waitFor({ state: 'detached' })

    assert.equal(await shell.bell.getAttribute('aria-label'), '2 nuevos anuncios')
    const badge = shell.topBar.getByText('2', { exact: true })
    assert.isTrue(await badge.isVisible())
    const [red = 0, green = 255, blue = 255] = await badge.evaluate((node) =>
      (getComputedStyle(node).backgroundColor.match(/\d+/g) ?? []).map(Number)
    )
    assert.isTrue(red > 150 && green < 80 && blue < 80, `rgb(${red}, ${green}, ${blue})`)
    await shell.bell.hover()
    await shell.page.getByRole('tooltip', { name: '2 nuevos anuncios' }).waitFor()
    const calls = shell.requests('/api/announcements/unread')
    await shell.bell.click()
    await shell.modal.getByText('1 de 2').waitFor()
    assert.isEmpty(calls)
    assert.deepEqual(await marksOf('Primero'), [{ read: true, dismissed: false }])
  })

  test('«No mostrar más anuncios» dismisses each of them in turn and closes', async ({ assert }) => {
    const ids = await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.modal.waitFor()
    const calls = shell.requests('/dismiss')
    let [underWay, together] = [0, 0]
    await shell.page.route('**/dismiss', async (route) => {
      together = Math.max(together, ++underWay)
      const answer = await route.fetch()
      underWay--
      await route.fulfill({ response: answer })
    })

    await shell.button('No mostrar más anuncios').click()
    await shell.modal.waitFor({ state: 'detached' })

    assert.deepEqual(
      calls.map((call) => new URL(call.url()).pathname),
      ids.map((id) => `/api/announcements/${id}/dismiss`)
    )
    assert.equal(together, 1)
    assert.equal(await shell.bell.getAttribute('aria-label'), 'No hay anuncios nuevos')
    for (const title of ['Primero', 'Segundo', 'Tercero'])
      assert.deepEqual(await marksOf(title), [{ read: false, dismissed: true }], title)
  })

  test('«Entendido» on the last clears the list, also of those the arrows passed over; the bell brings these back', async ({
    assert,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.modal.waitFor()
    for (const position of ['2 de 3', '3 de 3']) {
      await shell.button('Anuncio siguiente').click()
      await shell.modal.getByText(position).waitFor()
    }

    const [read] = await Promise.all([
      shell.page.waitForResponse('**/read'),
      shell.button('Entendido').click(),
    ])
    await shell.modal.waitFor({ state: 'detached' })
    const bell = await shell.bell.getAttribute('aria-label')
    await read.finished()
    await shell.bell.click()

    await shell.modal.getByText('1 de 2').waitFor()
    assert.equal(bell, 'No hay anuncios nuevos')
    assert.deepEqual(await marksOf('Tercero'), [{ read: true, dismissed: false }])
    assert.isEmpty([...(await marksOf('Primero')), ...(await marksOf('Segundo'))])
  })

  test('they are loaded when the frame appears, not at every page in it, and not before the login', async ({
    assert,
  }) => {
    const shell = await ShellPage.of(await makeUser('aprobador'))
    const calls = shell.requests('/api/announcements/unread')
    await shell.visit('/2faSecurity')
    await shell.page.waitForResponse('**/api/announcements/unread')

    await shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click()
    await shell.page.waitForURL('**/providers')
    await shell.page.waitForTimeout(1300)
    const guest = await ShellPage.guest()
    const guestCalls = guest.requests('/api/announcements/unread')
    await guest.page.goto('/login')
    await guest.page.waitForTimeout(1300)

    assert.lengthOf(calls, 1)
    assert.isEmpty(guestCalls)
  })

  test('the tooltip of an empty bell says that there is nothing new, and it has no badge', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.page.waitForResponse('**/api/announcements/unread')

    await shell.bell.hover()

    await shell.page.getByRole('tooltip', { name: 'No hay anuncios nuevos' }).waitFor()
    assert.equal(await shell.topBar.locator('.mantine-Indicator-indicator').count(), 0)
  })

  test('an empty bell asks the server again', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.page.waitForResponse('**/api/announcements/unread')
    assert.isFalse(await shell.modal.isVisible())
    await makeAnnouncement({ title: 'Recién publicado' })

    await shell.bell.click()
    await shell.modal.getByText('Recién publicado').waitFor()

    assert.equal(await shell.bell.getAttribute('aria-label'), '1 nuevos anuncios')
  })

  test('failures of the calls are only written to the console, and the modal goes on', async ({ assert }) => {
    await threeAnnouncements()
    const shell = await ShellPage.of(await makeUser('aprobador'))
    const failed = await shell.failing('/api/announcements/*/read', '/api/announcements/*/dismiss')
    await shell.visit('/2faSecurity')
    await shell.modal.waitFor()

    await shell.button('Siguiente').click()
    await shell.modal.getByText('2 de 3').waitFor()
    await shell.button('No mostrar más anuncios').click()
    await shell.modal.waitFor({ state: 'detached' })

    assert.lengthOf(failed, 4)
    assert.isAtLeast(shell.errors.filter((text) => text.includes('/api/announcements/')).length, 4)
    assert.equal(await shell.toasts.count(), 0)
  })

  test('when they cannot be loaded nothing is shown', async ({ assert }) => {
    const shell = await ShellPage.of(await makeUser('aprobador'))
    const failed = await shell.failing('/api/announcements/unread')
    await shell.visit('/2faSecurity')
    await shell.page.waitForTimeout(1500)

    assert.lengthOf(failed, 1)
    assert.isFalse(await shell.modal.isVisible())
    assert.equal(await shell.toasts.count(), 0)
    assert.isTrue(shell.errors.some((text) => text.includes('/api/announcements/unread')))
  })

  test('the modal is 650 px wide at most and its image 250 px high', async ({ assert }) => {
    const tall = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="2000"><rect width="900" height="2000"/></svg>')}`
    await makeAnnouncement({
      title: 'Con imagen',
      image_url: '/imagen-alta.svg',
      content: 'Uno **fuerte** y *fino*\n<b>tal cual</b>',
      type: 'maintenance',
    })
    const shell = await ShellPage.of(await makeUser('aprobador'))
    await shell.page.route('**/imagen-alta.svg', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: decodeURIComponent(tall.split(',')[1] ?? '') })
    )
    await shell.visit('/2faSecurity')
    await shell.modal.locator('img').waitFor()

    const [box, image] = [await shell.modal.boundingBox(), await shell.modal.locator('img').boundingBox()]

    assert.isAtMost(box?.width ?? 0, 650)
    assert.isAtLeast(box?.width ?? 0, 600)
    assert.isAtMost(image?.height ?? 0, 250)
    assert.isAtLeast(image?.height ?? 0, 240)
    assert.isTrue(await shell.modal.getByText('Mantenimiento', { exact: true }).isVisible())
    assert.equal(await shell.modal.locator('strong').innerText(), 'fuerte')
    assert.equal(await shell.modal.locator('em').innerText(), 'fino')
    assert.equal(await shell.modal.locator('p br').count(), 1)
    assert.isTrue(await shell.modal.getByText('<b>tal cual</b>').isVisible())
  })
})
