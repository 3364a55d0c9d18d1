import { test } from '@japa/runner'
import sharp from 'sharp'
import { oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeUser } from '#tests/factories/people'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#146178' } })
    .png()
    .toBuffer()

const choose = (shell: ShellPage, name: string, mimeType: string, buffer: Buffer) =>
  shell.page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

test.group('The pages of announcements', (group) => {
  startClean(group)

  test('a picture is chosen, seen at once, published and shown in the dialog of who it is for', async ({
    assert,
  }) => {
    const author = await ShellPage.open(await makeUser('s1st3ma'), '/announcements/create')
    await author.page.getByLabel(/^Título/).fill('Terraza abierta')
    await author.page.getByLabel(/^Contenido/).fill('Desde mañana.')
    await choose(author, 'terraza.png', 'image/png', await picture(1200, 800))
    const preview = author.page.getByRole('complementary').locator('img')
    await preview.waitFor()
    const chosen = await preview.getAttribute('src')

    const [sent] = await Promise.all([
      author.page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/announcements')
      ),
      author.page.getByRole('button', { name: 'Publicar' }).click(),
    ])
    await author.page.waitForURL('**/announcements/manage')
    const reader = await ShellPage.open(await makeUser('c0ntab1l1dad'))
    await reader.modal.locator('img').waitFor()
    const width = await reader.modal
      .locator('img')
      .evaluate((node) => (node as HTMLImageElement).naturalWidth)

    assert.match(chosen ?? '', /^blob:/)
    assert.match((await sent.allHeaders())['content-type'] ?? '', /^multipart\/form-data/)
    assert.equal(width, 1200)
    assert.isAtMost((await reader.modal.locator('img').boundingBox())?.height ?? 999, 250)
  })

  test('with a file the form goes as multipart and its booleans as 1 or 0, and the picture can go again', async ({
    assert,
  }) => {
    const id = await makeAnnouncement({ title: 'Con foto' })
    const shell = await ShellPage.of(await makeUser('s1st3ma'))
    await shell.page.addInitScript(() => {
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof FormData)
          Object.assign(window, { sentForm: [...body].map(([name, value]) => [name, String(value)]) })
        send.call(this, body)
      }
    })
    // The announcement is unread, and again once it is shown again: it opens over the form a second after the frame.
    const openForm = async () => {
      await shell.visit(`/announcements/${id}/edit`)
      await shell.modal.waitFor()
      await shell.button('Cerrar').click()
      await shell.modal.waitFor({ state: 'detached' })
    }
    await openForm()
    await choose(shell, 'foto.png', 'image/png', await picture(30, 30))
    await shell.page.getByLabel('Volver a mostrar a todos').check()

    await shell.page.getByRole('button', { name: 'Guardar cambios' }).click()
    await shell.page.waitForURL('**/announcements/manage')
    const sent = new Map(
      await shell.page.evaluate(() => (window as unknown as { sentForm: [string, string][] }).sentForm)
    )
    const after = await oneRow<{ fileId: number | null }>(
      `select image_file_id as file_id from announcements`
    )
    await openForm()
    await shell.page.getByLabel('Quitar la imagen').check()
    const previews = shell.page.getByRole('complementary').locator('img')
    await previews.waitFor({ state: 'detached' })
    await shell.page.getByRole('button', { name: 'Guardar cambios' }).click()
    await shell.page.waitForURL('**/announcements/manage')

    assert.deepEqual([sent.get('show_again'), sent.get('remove_image')], ['1', '0'])
    assert.isNotNull(after.fileId)
    assert.isNull(
      (await oneRow<{ fileId: number | null }>(`select image_file_id as file_id from announcements`)).fileId
    )
  })

  test('a file that is no picture is refused at its field, by the browser and by the server', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('s1st3ma'), '/announcements/create')
    await shell.page.getByLabel(/^Título/).fill('Sin imagen')
    await shell.page.getByLabel(/^Contenido/).fill('Texto.')

    await choose(shell, 'nota.pdf', 'application/pdf', Buffer.from('%PDF-1.7'))
    await shell.page.getByText('nota.pdf: Formato no admitido: use PNG, JPEG o WebP.').waitFor()
    await choose(shell, 'grande.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1))
    await shell.page.getByText('grande.png: El archivo supera 2 MB.').waitFor()
    await choose(shell, 'falsa.png', 'image/png', Buffer.from('<!doctype html><script>alert(1)</script>'))
    await shell.page.getByRole('button', { name: 'Guardar borrador' }).click()
    await shell.page
      .getByRole('alert')
      .filter({ hasText: /^Formato no admitido: use PNG, JPEG o WebP\.$/ })
      .waitFor()

    assert.equal((await oneRow<{ count: number }>(`select count(*)::int from announcements`)).count, 0)
  })

  test('«Marcar todos como leídos» marks those in the history in one call', async ({ assert }) => {
    const ids = [await makeAnnouncement(), await makeAnnouncement({ starts_at: '-1 hour' })]
    const shell = await ShellPage.of(await makeUser('aprobador'))
    await shell.page.route('**/api/announcements/unread', (route) => route.fulfill({ json: { data: [] } }))
    await shell.visit('/announcements')

    const [call] = await Promise.all([
      shell.page.waitForRequest('**/mark-multiple-read'),
      shell.page.getByRole('button', { name: 'Marcar todos como leídos' }).click(),
    ])
    await shell.page.getByText('Sin leer').first().waitFor({ state: 'detached' })

    assert.deepEqual(call.postDataJSON(), { announcement_ids: ids })
    assert.equal(await shell.page.getByText('Leído', { exact: true }).count(), 2)
  })

  test('when marking several fails only the console says so', async ({ assert }) => {
    await makeAnnouncement()
    const shell = await ShellPage.of(await makeUser('aprobador'))
    await shell.page.route('**/api/announcements/unread', (route) => route.fulfill({ json: { data: [] } }))
    const failed = await shell.failing('/api/announcements/mark-multiple-read')
    await shell.visit('/announcements')

    await shell.page.getByRole('button', { name: 'Marcar todos como leídos' }).click()
    await shell.page.waitForTimeout(300)

    assert.lengthOf(failed, 1)
    assert.isTrue(shell.errors.some((text) => text.includes('/api/announcements/mark-multiple-read')))
    assert.equal(await shell.toasts.count(), 0)
    assert.isTrue(await shell.page.getByText('Sin leer').isVisible())
  })
})
