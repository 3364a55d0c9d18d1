import { test } from '@japa/runner'
import { drawerFor, paletteFor } from '#app/identity/menu'
import type { Role } from '#app/identity/roles'
import { execute, oneRow, rows } from '#app/kernel/sql'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeProvider } from '#tests/factories/documents'
import { makeUser, TEST_PASSWORD } from '#tests/factories/people'
import { codeOf, forgetFailures } from '#tests/identity/sign_in_requests'

const RECENT = 'caudal.recentMenu'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const titlesOf = (entries: { title: string }[]) => entries.map((entry) => entry.title)
const viewer = (role: Role, twoFactorEnabled = true) => ({ role, twoFactorEnabled })

/** Clean tables before each test, closed pages after it. */
function prepare(group: import('@japa/runner/core').Group): void {
  group.each.setup(async () => {
    await execute(`delete from announcements`)
    await forgetFailures()
  })
}

const marksOf = (title: string) =>
  rows<{ read: boolean; dismissed: boolean }>(
    `select r.read_at is not null as read, r.dismissed_at is not null as dismissed from announcement_reads r join announcements a on a.id = r.announcement_id where a.title = :title`,
    { title }
  )

async function threeAnnouncements(): Promise<void> {
  await makeAnnouncement({ title: 'Primero', priority: 3 })
  await makeAnnouncement({ title: 'Segundo', priority: 2 })
  await makeAnnouncement({ title: 'Tercero', priority: 1 })
}

test.group('Announcements in the browser', (group) => {
  prepare(group)

  test('a second after the frame appears the modal opens on the first of them', async ({
    assert,
    cleanup,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.of(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('nav')) return
        watch.disconnect()
        Object.assign(window, { frameAt: performance.now() })
      })
      watch.observe(document, { childList: true, subtree: true })
    })

    await shell.visit('/2faSecurity')
    await shell.modal.waitFor()

    const delay = await shell.page.evaluate(() => {
      const [call] = performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.endsWith('/api/announcements/unread'))
      return (call?.startTime ?? 0) - (window as unknown as { frameAt: number }).frameAt
    })
    assert.isAtLeast(delay, 900)
    assert.isBelow(delay, 1900)
    assert.equal(await shell.modal.getByRole('heading', { level: 2 }).last().innerText(), 'Primero')
    assert.isTrue(await shell.modal.getByText('1 de 3', { exact: true }).isVisible())
  })

  test('it does not close by a click outside or by Esc', async ({ assert, cleanup }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.modal.waitFor()

    await shell.page.mouse.click(20, 780)
    await shell.page.keyboard.press('Escape')
    await shell.page.waitForTimeout(400)

    assert.isTrue(await shell.modal.isVisible())
    assert.isEmpty(await rows(`select 1 from announcement_reads`))
  })

  test('the arrows move to and fro and mark nothing', async ({ assert, cleanup }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
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
    cleanup,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
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
    cleanup,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.modal.waitFor()

    await shell.button('Cerrar').click()
    await shell.modal.waitFor({ state: 'detached' })

    assert.equal(await shell.bell.getAttribute('aria-label'), '2 nuevos anuncios')
    assert.isTrue(await shell.topBar.getByText('2', { exact: true }).isVisible())
    await shell.bell.hover()
    await shell.page.getByRole('tooltip', { name: '2 nuevos anuncios' }).waitFor()
    const calls = shell.requests('/api/announcements/unread')
    await shell.bell.click()
    await shell.modal.getByText('1 de 2').waitFor()
    assert.isEmpty(calls)
    assert.deepEqual(await marksOf('Primero'), [{ read: true, dismissed: false }])
  })

  test('«No mostrar más anuncios» dismisses each of them in turn and closes', async ({ assert, cleanup }) => {
    await threeAnnouncements()
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.modal.waitFor()
    const calls = shell.requests('/dismiss')

    await shell.button('No mostrar más anuncios').click()
    await shell.modal.waitFor({ state: 'detached' })

    assert.lengthOf(calls, 3)
    assert.equal(await shell.bell.getAttribute('aria-label'), 'No hay anuncios nuevos')
    for (const title of ['Primero', 'Segundo', 'Tercero'])
      assert.deepEqual(await marksOf(title), [{ read: false, dismissed: true }], title)
  })

  test('an empty bell asks the server again', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.page.waitForResponse('**/api/announcements/unread')
    assert.isFalse(await shell.modal.isVisible())
    await makeAnnouncement({ title: 'Recién publicado' })

    await shell.bell.click()
    await shell.modal.getByText('Recién publicado').waitFor()

    assert.equal(await shell.bell.getAttribute('aria-label'), '1 nuevos anuncios')
  })

  test('failures of the calls are only written to the console, and the modal goes on', async ({
    assert,
    cleanup,
  }) => {
    await threeAnnouncements()
    const shell = await ShellPage.of(await makeUser('aprobador'))
    cleanup(() => shell.close())
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

  test('when they cannot be loaded nothing is shown', async ({ assert, cleanup }) => {
    const shell = await ShellPage.of(await makeUser('aprobador'))
    cleanup(() => shell.close())
    const failed = await shell.failing('/api/announcements/unread')
    await shell.visit('/2faSecurity')
    await shell.page.waitForTimeout(1500)

    assert.lengthOf(failed, 1)
    assert.isFalse(await shell.modal.isVisible())
    assert.equal(await shell.toasts.count(), 0)
    assert.isNotEmpty(shell.errors)
  })

  test('the modal is 650 px wide at most and its image 250 px high', async ({ assert, cleanup }) => {
    const tall = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="2000"><rect width="900" height="2000"/></svg>')}`
    await makeAnnouncement({
      title: 'Con imagen',
      image_url: '/imagen-alta.svg',
      content: 'Uno **fuerte** y *fino*\n<b>tal cual</b>',
      type: 'maintenance',
    })
    const shell = await ShellPage.of(await makeUser('aprobador'))
    cleanup(() => shell.close())
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

test.group('Theme in the browser', (group) => {
  prepare(group)

  test('light is the start; the button names the other one, keeps the choice and saves it', async ({
    assert,
    cleanup,
  }) => {
    const person = await makeUser('aprobador')
    const shell = await ShellPage.open(person)
    cleanup(() => shell.close())
    assert.isFalse(await shell.isDark)
    assert.equal(await shell.theme.getAttribute('aria-label'), 'Modo Oscuro')

    const [request] = await Promise.all([shell.page.waitForRequest('**/user/theme'), shell.theme.click()])

    assert.deepEqual(request.postDataJSON(), { theme_preference: 'myDarkTheme' })
    await shell.topBar.getByRole('button', { name: 'Modo Claro' }).waitFor()
    assert.isTrue(await shell.isDark)
    assert.equal(await shell.page.evaluate(() => localStorage.getItem('caudal.theme')), 'myDarkTheme')
    await (await request.response())?.finished()
    const { theme } = await oneRow<{ theme: string }>(
      `select theme_preference as theme from users where id = :id`,
      { id: person.id }
    )
    assert.equal(theme, 'myDarkTheme')
  })

  test('the preference of the user wins over the one of the browser', async ({ assert, cleanup }) => {
    const person = await makeUser('aprobador')
    await execute(`update users set theme_preference = 'myLightTheme' where id = :id`, { id: person.id })
    const shell = await ShellPage.open(person, '/2faSecurity', { stored: { 'caudal.theme': 'myDarkTheme' } })
    cleanup(() => shell.close())

    assert.isFalse(await shell.isDark)
  })

  test('without a preference the browser’s own is taken', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', {
      stored: { 'caudal.theme': 'myDarkTheme' },
    })
    cleanup(() => shell.close())

    assert.isTrue(await shell.isDark)
    assert.equal(await shell.theme.getAttribute('aria-label'), 'Modo Claro')
  })

  test('while it is saved the button is busy; a failure stays in the console and the theme stays', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.page.route('**/user/theme', async (route) => {
      await new Promise((done) => setTimeout(done, 600))
      await route.fulfill({ status: 500, body: '' })
    })

    await shell.theme.click()
    await shell.topBar.locator('button[data-loading]').waitFor()
    await shell.topBar.locator('button[data-loading]').waitFor({ state: 'detached' })

    assert.isTrue(await shell.isDark)
    assert.equal(await shell.toasts.count(), 0)
    assert.isTrue(shell.errors.some((text) => text.includes('/user/theme')))
  })
})

test.group('Drawer in the browser', (group) => {
  prepare(group)

  for (const role of [
    's1st3ma',
    'aprobador',
    'superC0ntab1l1dad',
    'c0ntab1l1dad',
    'adm1n1strat0r',
  ] as const) {
    test(`${role} sees its entries, the user first and the way out last`, async ({ assert, cleanup }) => {
      const shell = await ShellPage.open(await makeUser(role))
      cleanup(() => shell.close())

      assert.deepEqual(await shell.entries(), titlesOf(drawerFor(viewer(role))))
      assert.match(await shell.userItem.innerText(), /^P\S+\s+Persona \d+ Prueba$/)
      assert.equal(await shell.drawer.getByRole('button').last().innerText(), 'Cerrar sesión')
    })
  }

  test('without the second factor there is no search and only what is always shown', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador', { twoFactor: false }))
    cleanup(() => shell.close())

    assert.deepEqual(await shell.entries(), titlesOf(drawerFor(viewer('aprobador', false))))
    assert.equal(await shell.search.count(), 0)
    assert.isTrue(await shell.drawer.getByRole('button', { name: 'Cerrar sesión' }).isVisible())
  })

  test('s1st3ma has everything without the second factor', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('s1st3ma', { twoFactor: false }))
    cleanup(() => shell.close())

    assert.deepEqual(await shell.entries(), titlesOf(drawerFor(viewer('s1st3ma', false))))
    assert.isTrue(await shell.search.isVisible())
  })

  test('the user item folds the drawer to a rail and back', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    const width = async () => (await shell.drawer.boundingBox())?.width ?? 0
    assert.isAbove(await width(), 200)

    await shell.userItem.click()
    await shell.page.locator('[data-drawer="rail"]').waitFor()
    assert.isBelow(await width(), 80)
    await shell.drawer.getByRole('link', { name: 'OCR de Facturas' }).hover()
    await shell.page.getByRole('tooltip', { name: 'OCR de Facturas' }).waitFor()

    await shell.userItem.click()
    await shell.page.locator('[data-drawer="open"]').waitFor()
  })

  test('the entry of the page in view is marked, and the page names itself in the title', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/providers')
    cleanup(() => shell.close())

    assert.deepEqual(await shell.drawer.locator('[aria-current="page"]').allInnerTexts(), [
      'Listado de Proveedores',
    ])
    assert.match(await shell.page.title(), /^.+ - Caudal$/)
  })

  test('on a telephone it is shut, opens by its button and shuts after a navigation', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', { context: PHONE })
    cleanup(() => shell.close())
    assert.equal(await shell.drawer.count(), 0)

    await shell.topBar.getByRole('button', { name: 'Abrir el menú' }).click()
    await shell.drawer.waitFor()
    assert.equal(await shell.search.getAttribute('placeholder'), 'Buscar menú... (Ctrl+K)')
    await shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click()
    await shell.page.waitForURL('**/providers')
    await shell.drawer.waitFor({ state: 'detached' })
  })

  test('the way out is a POST and ends at the login', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())

    const [request] = await Promise.all([
      shell.page.waitForRequest('**/logout'),
      shell.drawer.getByRole('button', { name: 'Cerrar sesión' }).click(),
    ])
    await shell.page.waitForURL('**/login')

    assert.equal(request.method(), 'POST')
    assert.equal(await shell.page.locator('nav').count(), 0)
    await shell.page.goto('/providers')
    assert.match(shell.page.url(), /\/login$/)
  })
})

test.group('Menu search in the browser', (group) => {
  prepare(group)

  test('the field of the top bar says «Buscar...»', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())

    assert.equal(await shell.search.getAttribute('placeholder'), 'Buscar...')
  })

  test('titles, keywords and groups match in any case and without accents; what matched is marked', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())

    await shell.search.fill('AUTENTICACION')
    assert.deepEqual(await shell.options.allInnerTexts(), ['Autenticación 2FA'])
    assert.equal(await shell.results.locator('mark').innerText(), 'Autenticación')
    await shell.search.fill('acreedores')
    assert.include(await shell.options.allInnerTexts(), 'Listado de Proveedores')
    await shell.search.fill('facturación')
    assert.include(await shell.options.allInnerTexts(), 'OCR de Facturas')
  })

  test('titles that start with the query come first, the rest by the alphabet, under their groups', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('s1st3ma'))
    cleanup(() => shell.close())
    await shell.search.fill('p')

    const groups = await shell.results.getByRole('group').evaluateAll((nodes) =>
      nodes.map((node) => ({
        group: node.getAttribute('aria-label'),
        titles: Array.from(
          node.querySelectorAll('[role="option"]'),
          (option) => (option as HTMLElement).innerText
        ),
      }))
    )

    const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    const byTitle = (a: { title: string }, b: { title: string }) =>
      Number(folded(b.title).startsWith('p')) - Number(folded(a.title).startsWith('p')) ||
      a.title.localeCompare(b.title, 'es')
    const found = paletteFor(viewer('s1st3ma'))
      .filter((item) => [item.title, item.group, ...item.keywords].some((text) => folded(text).includes('p')))
      .sort(byTitle)
    const expected = [...new Set(found.map((item) => item.group))].map((group) => ({
      group,
      titles: titlesOf(found.filter((item) => item.group === group)),
    }))
    assert.deepEqual(groups, expected)
  })

  test('a query that finds nothing says so, also for what the role may not see', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('adm1n1strat0r'))
    cleanup(() => shell.close())

    await shell.search.fill('Listado de Proveedores')

    assert.equal(
      await shell.results.innerText(),
      'No se encontraron resultados para "Listado de Proveedores"'
    )
  })

  test('blanks find nothing and show the recent entries', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', {
      stored: { [RECENT]: JSON.stringify(['invoices']) },
    })
    cleanup(() => shell.close())

    await shell.search.fill('   ')

    assert.deepEqual(await shell.options.allInnerTexts(), ['OCR de Facturas'])
  })

  test('the arrows go round, Enter opens, Esc clears', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.search.fill('prov')
    const titles = await shell.options.allInnerTexts()
    assert.isAtLeast(titles.length, 2)

    assert.equal(await shell.selected.innerText(), titles[0])
    await shell.page.keyboard.press('ArrowUp')
    assert.equal(await shell.selected.innerText(), titles.at(-1))
    await shell.page.keyboard.press('ArrowDown')
    assert.equal(await shell.selected.innerText(), titles[0])
    await shell.page.keyboard.press('Escape')
    assert.equal(await shell.search.inputValue(), '')
    assert.equal(await shell.results.count(), 0)

    await shell.search.fill('listado de prov')
    await shell.page.keyboard.press('Enter')
    await shell.page.waitForURL('**/providers')
    assert.deepEqual(await shell.stored(RECENT), ['providers.index'])
  })

  test('Ctrl+K, Cmd+K and «/» lead to the field, but «/» not while one types', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/providers')
    cleanup(() => shell.close())
    const isFocused = () => shell.search.evaluate((node) => node === document.activeElement)
    const leave = () => shell.page.evaluate(() => (document.activeElement as HTMLElement).blur())

    for (const keys of ['Control+k', 'Meta+k', '/']) {
      await leave()
      await shell.page.keyboard.press(keys)
      assert.isTrue(await isFocused(), keys)
      assert.equal(await shell.search.inputValue(), '', keys)
    }
    await leave()
    await shell.page.evaluate(() => {
      for (const kind of ['input', 'textarea']) {
        const field = document.createElement(kind)
        field.id = `own-${kind}`
        document.querySelector('main')?.prepend(field)
      }
    })
    for (const kind of ['input', 'textarea']) {
      await shell.page.locator(`#own-${kind}`).focus()
      await shell.page.keyboard.press('/')
      assert.isFalse(await isFocused(), kind)
      assert.equal(await shell.page.locator(`#own-${kind}`).inputValue(), '/')
    }
  })

  test('results close 200 ms after the field loses the focus', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.search.fill('prov')
    await shell.results.waitFor()

    const ms = await shell.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const start = performance.now()
          new MutationObserver((_, observer) => {
            if (document.querySelector('[role="listbox"]')) return
            observer.disconnect()
            resolve(performance.now() - start)
          }).observe(document.body, { childList: true, subtree: true })
          ;(document.activeElement as HTMLElement).blur()
        })
    )

    assert.isAtLeast(ms, 195)
    assert.isBelow(ms, 450)
  })

  test('a click on a result opens it', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.search.fill('listado')

    await shell.options.first().click()
    await shell.page.waitForURL('**/providers')

    assert.equal(await shell.search.inputValue(), '')
  })

  test('the last five opened are kept, the newest first and each once', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', {
      stored: { [RECENT]: JSON.stringify(['paysuppliers', 'invoices', '2faSecurity', '/', 'accounts']) },
    })
    cleanup(() => shell.close())
    await shell.search.fill('listado de prov')
    await shell.page.keyboard.press('Enter')
    await shell.page.waitForURL('**/providers')
    await shell.search.fill('OCR')
    await shell.page.keyboard.press('Enter')
    await shell.page.waitForURL('**/invoices')

    assert.deepEqual(await shell.stored(RECENT), [
      'invoices',
      'providers.index',
      'paysuppliers',
      '2faSecurity',
      '/',
    ])
    await shell.search.focus()
    assert.deepEqual(await shell.options.allInnerTexts(), [
      'OCR de Facturas',
      'Listado de Proveedores',
      'Pagar Proveedores',
      'Autenticación 2FA',
      'Dashboard',
    ])
  })

  for (const [what, stored, shown] of [
    [
      'entries that the role may not open are left out',
      JSON.stringify(['invoices', 'accounts', 'gone']),
      ['Cuentas Principales'],
    ],
    ['a list that cannot be read counts as empty', '{no es json', []],
  ] as [string, string, string[]][]) {
    test(`of the recent entries, ${what}`, async ({ assert, cleanup }) => {
      const shell = await ShellPage.open(await makeUser('adm1n1strat0r'), '/2faSecurity', {
        stored: { [RECENT]: stored },
      })
      cleanup(() => shell.close())

      await shell.search.focus()
      await shell.page.waitForTimeout(100)

      assert.deepEqual(await shell.options.allInnerTexts(), shown)
    })
  }
})

test.group('Toasts and navigation in the browser', (group) => {
  prepare(group)

  test('each message is a toast of its kind at the top right, for five seconds', async ({
    assert,
    cleanup,
  }) => {
    const flash = {
      success: 'Bien hecho.',
      info: 'Para saber.',
      warning: 'Con cuidado.',
      error: 'No se pudo.',
    }
    const shell = await ShellPage.of(await makeUser('aprobador'), { flash })
    cleanup(() => shell.close())
    await shell.visit('/2faSecurity')
    await shell.toasts.nth(3).waitFor()
    const since = Date.now()

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
    await shell.toasts.first().waitFor({ state: 'detached' })
    await shell.page.waitForFunction(
      () => document.querySelectorAll('.mantine-Notification-root').length === 0
    )
    const ms = Date.now() - since
    assert.isAtLeast(ms, 4500)
    assert.isBelow(ms, 7000)
    await shell.page.reload()
    await shell.topBar.waitFor()
    assert.equal(await shell.toasts.count(), 0)
  })

  test('twenty toasts are in view at most, the others follow', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity')
    cleanup(() => shell.close())
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

  test('the progress bar shows only after a quarter of a second', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
    await shell.page.evaluate(() => {
      const state = { shownAt: null as number | null }
      Object.assign(window, { progress: state })
      new MutationObserver(() => {
        if (state.shownAt === null && document.querySelector('#nprogress')) state.shownAt = performance.now()
      }).observe(document, { childList: true, subtree: true, attributes: true })
    })
    const shownAt = () =>
      shell.page.evaluate(
        () => (window as unknown as { progress: { shownAt: number | null } }).progress.shownAt
      )
    const clickAt = async (name: string) => {
      const link = shell.drawer.getByRole('link', { name })
      await link.evaluate((node) =>
        node.addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), {
          once: true,
          capture: true,
        })
      )
      await link.click()
    }

    await clickAt('Autenticación 2FA')
    await shell.page.waitForLoadState('networkidle')
    const quick = await shownAt()
    await shell.page.route('**/providers', async (route) => {
      await new Promise((done) => setTimeout(done, 900))
      await route.continue()
    })
    await clickAt('Listado de Proveedores')
    await shell.page.waitForURL('**/providers')
    const slow =
      ((await shownAt()) ?? 0) -
      (await shell.page.evaluate(() => (window as unknown as { clickedAt: number }).clickedAt))

    assert.isNull(quick)
    assert.isAtLeast(slow, 245)
    assert.isBelow(slow, 700)
  })

  test('every request says it is one of ours and sends the anti-forgery token', async ({
    assert,
    cleanup,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())

    const [visit] = await Promise.all([
      shell.page.waitForRequest('**/providers'),
      shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click(),
    ])
    await shell.page.waitForURL('**/providers')
    const [call] = await Promise.all([shell.page.waitForRequest('**/user/theme'), shell.theme.click()])

    for (const request of [visit, call]) {
      const headers = await request.allHeaders()
      assert.equal(headers['x-requested-with'], 'XMLHttpRequest')
      assert.include(headers.cookie ?? '', 'caudal_session=')
    }
    const token =
      (await shell.page.context().cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
    assert.isNotEmpty(token)
    assert.isNotEmpty((await call.allHeaders())['x-xsrf-token'])
    assert.equal((await call.response())?.status(), 204)
  })

  test('an answer that is no page is shown in an overlay', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
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

  test('a 409 with a location loads that address in full', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    cleanup(() => shell.close())
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

  test('a list shows ten rows and offers 10, 25, 50, 100 and all', async ({ assert, cleanup }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/providers')
    cleanup(() => shell.close())
    const size = shell.page.getByLabel('Filas', { exact: true })

    assert.equal(await size.inputValue(), '10')
    assert.deepEqual(await size.locator('option').allInnerTexts(), ['10', '25', '50', '100', 'Todos'])
  })
})

test.group('Forms in the browser', (group) => {
  prepare(group)

  test('password, six digits, in; a code goes off by itself at the sixth', async ({ assert, cleanup }) => {
    const person = await makeUser('aprobador')
    const shell = await ShellPage.guest()
    cleanup(() => shell.close())
    await shell.page.goto('/providers')
    assert.match(shell.page.url(), /\/login$/)
    assert.equal(await shell.page.locator('nav').count(), 0)

    await shell.page.getByLabel('Correo electrónico').fill(person.email)
    await shell.page.getByLabel(/^Contraseña/).fill(TEST_PASSWORD)
    await shell.page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await shell.page.waitForURL('**/two-factor-challenge')
    assert.equal(await shell.page.locator('nav').count(), 0)
    const boxes = shell.page.getByLabel(/^Dígito \d de 6$/)
    assert.equal(await boxes.count(), 6)
    await boxes.first().click()
    await shell.page.keyboard.type(await codeOf(person))

    await shell.page.waitForURL('**/providers')
    await shell.drawer.waitFor()
  })

  test('errors stand at their fields', async ({ assert, cleanup }) => {
    const shell = await ShellPage.guest()
    cleanup(() => shell.close())
    await shell.page.goto('/login')

    await shell.page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await shell.page.getByText('Este campo es obligatorio.').nth(1).waitFor()

    for (const label of ['Correo electrónico', 'Contraseña']) {
      const field = shell.page.getByLabel(new RegExp(`^${label}`))
      assert.equal(await field.getAttribute('aria-invalid'), 'true', label)
      const described = (await field.getAttribute('aria-describedby')) ?? ''
      assert.equal(
        await shell.page.locator(`[id="${described.split(' ').at(-1)}"]`).innerText(),
        'Este campo es obligatorio.',
        label
      )
    }
  })

  test('while a form is on its way its button is busy and it is not sent again', async ({
    assert,
    cleanup,
  }) => {
    const person = await makeUser('s1st3ma', { twoFactor: false })
    const shell = await ShellPage.guest()
    cleanup(() => shell.close())
    await shell.page.goto('/login')
    await shell.page.route('**/login', async (route) => {
      if (route.request().method() === 'POST') await new Promise((done) => setTimeout(done, 500))
      await route.continue()
    })
    const posts: string[] = []
    shell.page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await shell.page.getByLabel('Correo electrónico').fill(person.email)
    await shell.page.getByLabel(/^Contraseña/).fill(TEST_PASSWORD)

    await shell.page.keyboard.press('Enter')
    await shell.page.keyboard.press('Enter')
    await shell.page.locator('button[type="submit"][data-loading]').waitFor()
    await shell.page.locator('button[type="submit"]').click({ force: true })
    await shell.page.waitForURL((url) => !url.pathname.startsWith('/login'))

    assert.lengthOf(posts, 1)
  })

  test('a saved form says «Guardado» for two seconds', async ({ assert, cleanup }) => {
    const person = await makeUser('s1st3ma')
    const provider = await makeProvider(person)
    const shell = await ShellPage.open(person, `/providers/${provider.id}/edit`)
    cleanup(() => shell.close())
    await shell.page.getByLabel('Nombre comercial').fill('Suministros del Sur')

    await shell.page.getByRole('button', { name: 'Guardar cambios' }).click()
    const saved = shell.page.getByRole('status').filter({ hasText: /^\s*Guardado\s*$/ })
    await saved.waitFor()
    const ms = await shell.goneAfter(saved)

    assert.isAtLeast(ms, 1700)
    assert.isBelow(ms, 2800)
  })
})
