import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeUser } from '#tests/factories/people'

/** A toast that goes fades for so long. */
const FADED_MS = 500

test.group('Toasts and navigation in the browser', (group) => {
  startClean(group)

  test('each message is a toast of its kind at the top right, for five seconds', async ({ assert }) => {
    const flash = {
      success: 'Bien hecho.',
      info: 'Para saber.',
      warning: 'Con cuidado.',
      error: 'No se pudo.',
    }
    const shell = await ShellPage.of(await makeUser('aprobador'), { flash })
    await shell.stopClock()
    await shell.visit('/2faSecurity')
    await shell.toasts.nth(3).waitFor()

    assert.sameMembers(
      await shell.toasts.evaluateAll((nodes) =>
        nodes.map(
          (node) => `${node.getAttribute('role')} ${(node as HTMLElement).innerText.split('\n').at(-1)}`
        )
      ),
      ['status Bien hecho.', 'status Para saber.', 'status Con cuidado.', 'alert No se pudo.']
    )
    const box = await shell.toasts.first().boundingBox()
    assert.isAbove(box?.x ?? 0, 640)
    assert.isBelow(box?.y ?? 999, 200)
    await shell.page.clock.runFor(4999)
    assert.equal(await shell.toasts.count(), 4)
    await shell.page.clock.runFor(1 + FADED_MS)
    assert.equal(await shell.toasts.count(), 0)
    await shell.page.reload()
    await shell.topBar.waitFor()
    assert.equal(await shell.toasts.count(), 0)
  })

  test('twenty toasts are in view at most, the others follow', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity')
    let visit = 0
    await shell.page.route('**/2faSecurity', async (route) => {
      const answer = await route.fetch()
      const page = (await answer.json()) as { props: { flash: object } }
      visit++
      page.props.flash = {
        success: `Aviso ${visit}a`,
        info: `Aviso ${visit}b`,
        warning: `Aviso ${visit}c`,
        error: `Aviso ${visit}d`,
      }
      await route.fulfill({ response: answer, json: page })
    })

    for (let time = 0; time < 6; time++) {
      await Promise.all([
        shell.page.waitForResponse('**/2faSecurity'),
        shell.drawer.getByRole('link', { name: 'Autenticación 2FA' }).click(),
      ])
      await shell.toasts
        .filter({ hasText: `Aviso ${time + 1}a` })
        .or(shell.toasts.nth(19))
        .first()
        .waitFor()
    }

    assert.equal(await shell.toasts.count(), 20)
    assert.equal(await shell.toasts.filter({ hasText: 'Aviso 6d' }).count(), 0)
    await shell.toasts.filter({ hasText: 'Aviso 6d' }).waitFor()
    // Those that leave take a moment to fade.
    await shell.page.waitForTimeout(500)
    assert.isAtMost(await shell.toasts.count(), 20)
  })

  test('the progress bar shows only after a quarter of a second', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    const { page, drawer } = shell
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/providers', async (route) => {
      await released
      await route.continue()
    })
    const bar = page.locator('#nprogress')
    await shell.stopClock()

    const asked = page.waitForRequest('**/providers')
    await drawer.getByRole('link', { name: 'Listado de Proveedores' }).click()
    await asked
    await page.clock.runFor(249)
    assert.equal(await bar.count(), 0)
    await page.clock.runFor(1)
    assert.equal(await bar.count(), 1)

    await page.clock.resume()
    release()
    await page.waitForURL('**/providers')
    await bar.waitFor({ state: 'detached' })
  })

  test('every request says it is one of ours, brings the cookies and sends the anti-forgery token back', async ({
    assert,
  }) => {
    const shell = await ShellPage.of(await makeUser('aprobador'))
    const [unread] = await Promise.all([
      shell.page.waitForRequest('**/api/announcements/unread'),
      shell.visit('/2faSecurity'),
    ])
    const [visit] = await Promise.all([
      shell.page.waitForRequest('**/providers'),
      shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click(),
    ])
    await shell.page.waitForURL('**/providers')
    const token = async () =>
      (await shell.page.context().cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
    const tokenOfTheme = await token()
    const [theme] = await Promise.all([shell.page.waitForRequest('**/user/theme'), shell.theme.click()])
    await (await theme.response())?.finished()
    const tokenOfForm = await token()
    const [form] = await Promise.all([
      shell.page.waitForRequest('**/logout'),
      shell.drawer.getByRole('button', { name: 'Cerrar sesión' }).click(),
    ])

    for (const request of [unread, visit, theme, form]) {
      const headers = await request.allHeaders()
      assert.equal(headers['x-requested-with'], 'XMLHttpRequest', request.url())
      assert.include(headers.cookie ?? '', 'caudal_session=', request.url())
    }
    assert.isNotEmpty(tokenOfTheme)
    assert.equal((await theme.allHeaders())['x-xsrf-token'], decodeURIComponent(tokenOfTheme))
    assert.equal((await form.allHeaders())['x-xsrf-token'], decodeURIComponent(tokenOfForm))
    assert.equal((await theme.response())?.status(), 204)
  })

  test('a request that takes an hour is waited for', async ({ assert }) => {
    const shell = await ShellPage.of(await makeUser('aprobador'))
    await shell.page.addInitScript(() => {
      const limits: number[] = []
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        limits.push(this.timeout)
        send.call(this, body)
      }
      Object.assign(window, { limits })
    })
    await shell.page.clock.install()
    await shell.visit('/2faSecurity')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    for (const path of ['**/providers', '**/user/theme'])
      await shell.page.route(path, async (route) => {
        await held
        await route.continue()
      })
    const given: string[] = []
    shell.page.on('requestfailed', (request) => given.push(request.url()))

    await shell.theme.click()
    await shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click()
    await sleep(200)
    await shell.page.clock.fastForward('01:00:00')
    await sleep(200)
    answer()
    await shell.page.waitForURL('**/providers')

    assert.isEmpty(given)
    assert.isEmpty(
      (await shell.page.evaluate(() => (window as unknown as { limits: number[] }).limits)).filter(Boolean)
    )
  })

  test('an answer that is no page is shown in an overlay', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.page.route('**/providers', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>El proxy no responde</h1>' })
    )

    await shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click()
    const frame = shell.page.frameLocator('dialog iframe')
    await frame.getByText('El proxy no responde').waitFor()
    await shell.page.keyboard.press('Escape')
    await shell.page.locator('dialog iframe').waitFor({ state: 'detached' })

    assert.match(shell.page.url(), /2faSecurity$/)
  })

  test('a 409 with a location loads that address in full', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.page.route('**/providers', (route) =>
      route.fulfill({ status: 409, headers: { 'x-inertia-location': '/announcements' }, body: '' })
    )
    await shell.page.evaluate(() => Object.assign(window, { sameDocument: true }))

    await shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click()
    await shell.page.waitForURL('**/announcements')

    assert.isUndefined(
      await shell.page.evaluate(() => (window as unknown as { sameDocument?: boolean }).sameDocument)
    )
  })

  test('a list shows ten rows and offers 10, 25, 50, 100 and all', async ({ assert }) => {
    for (let made = 0; made < 12; made++) await makeAnnouncement({ status: 'draft' })
    const shell = await ShellPage.open(await makeUser('s1st3ma'), '/announcements/manage')
    const size = shell.page.getByLabel('Filas', { exact: true })
    const rows = shell.page.locator('tbody tr')

    assert.equal(await size.inputValue(), '10')
    assert.deepEqual(await size.locator('option').allInnerTexts(), ['10', '25', '50', '100', 'Todos'])
    assert.equal(await rows.count(), 10)
    await size.selectOption('25')
    await rows.nth(11).waitFor()
    await size.selectOption('Todos')
    await shell.page.getByText('12 de 12').waitFor()
    assert.equal(await rows.count(), 12)
  })
})
