import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import AxeSource from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright'
import { norma43Text } from '#app/demo/norma43_text'
import { readInvoice } from '#app/invoices/actions/read_invoice'
import { addDays, today } from '#app/kernel/calendar_date'
import { oneRow } from '#app/kernel/sql'
import { nextTargetDay } from '#app/kernel/working_days'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { readPain001 } from '#app/payments/files/read_pain001'
import { validateXml } from '#app/payments/files/validate_xml'
import { suggestMatches } from '#app/reconciliation/actions/suggest_matches'
import { codeOf, setJourneyStage } from '#tests/browser/journey_stage'
import { type Person, TEST_PASSWORD } from '#tests/factories/people'

const base = `http://${process.env.HOST}:${process.env.PORT}`
const SAMPLE = 'tests/invoices/files/syn-bodega-1.pdf'

async function signIn(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  await page.goto(`${base}/login`)
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.locator('input[type=password]').fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/two-factor-challenge')
  await page.locator('input').first().click()
  await page.keyboard.type(await codeOf(person))
  await page.waitForURL((url) => !url.pathname.includes('two-factor'))
  return page
}

async function confirmIdentity(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirme su identidad' })
  await dialog.waitFor()
  await dialog.locator('input').first().click()
  await page.keyboard.type(await codeOf(person))
  await dialog.waitFor({ state: 'hidden' })
}

type Axe = { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Serious and critical findings of axe on the page in view, on a desk and on a telephone, in the light and in the dark. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AxeSource.source)
  const found: string[] = []
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    for (const scheme of ['dark', 'light']) {
      await page.locator('html').evaluate((html, value) => {
        html.setAttribute('data-mantine-color-scheme', value)
        html.classList.toggle('dark', value === 'dark')
      }, scheme)
      await page.waitForTimeout(400)
      const { violations } = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run())
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue
        const where = `${new URL(page.url()).pathname} ${scheme} ${size.width}`
        found.push(`${where} ${id}: ${nodes[0]?.html.slice(0, 160)}`)
      }
    }
  }
  return found
}

test.group('The first journey', (group) => {
  let browser: Browser
  group.setup(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM,
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    return () => browser.close()
  })

  test('a supplier invoice is read, approved, booked, paid by a bank file and matched on the statement', async ({
    assert,
  }) => {
    const stage = await setJourneyStage()
    const serious: string[] = []

    // The accountant drops the PDF and it is read.
    const accountant = await signIn(browser, stage.accountant)
    await accountant.goto(`${base}/invoices`)
    await accountant.getByRole('button', { name: 'Subir facturas' }).first().click()
    await accountant.locator('input[type=file]').setInputFiles(SAMPLE)
    await accountant.getByRole('button', { name: 'Subir factura', exact: true }).click()
    await accountant.getByText('subida: se está leyendo').waitFor()
    const upload = await oneRow<{ invoiceId: number; fileId: number }>(
      `select invoice_id, file_id from invoice_files where kind = 'original' order by id desc limit 1`
    )
    await readInvoice(upload)
    await accountant.goto(`${base}/invoices/${upload.invoiceId}`)
    await accountant.getByText('VB/26/733').first().waitFor()
    serious.push(...(await seriousFindings(accountant)))
    await accountant.getByRole('button', { name: 'Enviar a aprobación' }).click()
    await accountant.getByRole('dialog').getByRole('button', { name: 'Enviar a aprobación' }).click()
    await accountant.getByText('enviada a aprobación').waitFor()

    // Somebody else approves, and it is booked.
    const approver = await signIn(browser, stage.approver)
    await approver.goto(`${base}/invoices/${upload.invoiceId}`)
    await approver
      .getByRole('button', { name: /^Aprobar/ })
      .first()
      .click()
    await approver
      .getByRole('dialog')
      .getByRole('button', { name: /^Aprobar/ })
      .click()
    await approver.getByText('aprobada y contabilizada').waitFor()

    // The accountant orders the payment and puts it into the buffer.
    await accountant.goto(`${base}/paysuppliers?q=urrutia`)
    await accountant.getByRole('row').filter({ hasText: 'VB/26/733' }).getByRole('checkbox').check()
    await accountant.getByRole('button', { name: 'Crear pagos' }).click()
    await accountant
      .getByRole('dialog')
      .getByRole('button', { name: /^Crear/ })
      .click()
    await accountant
      .getByText(/creado/)
      .first()
      .waitFor()
    const order = await oneRow<{ id: number; endToEndId: string; amountMinor: number }>(
      `select id, end_to_end_id, amount_minor from payment_orders where source_id = :id and source_type = 'invoice'`,
      { id: upload.invoiceId }
    )
    await accountant.goto(`${base}/paysuppliers?tab=draft`)
    serious.push(...(await seriousFindings(accountant)))
    await accountant.getByRole('row').filter({ hasText: 'VB/26/733' }).getByRole('checkbox').check()
    await accountant.getByRole('button', { name: 'Pasar a la bolsa' }).click()
    await accountant
      .getByRole('dialog')
      .getByRole('button', { name: /^Pasar/ })
      .click()
    await accountant.getByText('pasado a la bolsa').waitFor()

    // Two approvers: a first payment to a supplier asks for one more.
    await approver.goto(`${base}/payment-orders/${order.id}`)
    serious.push(...(await seriousFindings(approver)))
    await approver
      .getByRole('button', { name: /^Aprobar/ })
      .first()
      .click()
    await approver
      .getByRole('dialog')
      .getByRole('button', { name: /^Aprobar/ })
      .click()
    await confirmIdentity(approver, stage.approver)
    await approver
      .getByText(/Aprobación registrada|aprobado/)
      .first()
      .waitFor()
    const { second } = await oneRow<{ second: string }>(
      `select u.email::text as second from approvals a join users u on u.id = a.user_id where a.site_id = :siteId and a.user_id <> :id and a.status = 'active' order by a.id desc limit 1`,
      { siteId: stage.siteId, id: stage.approver.id }
    )
    const secondPerson = await oneRow<{ id: number }>(`select id from users where email = :second`, {
      second,
    })
    const another: Person = {
      id: secondPerson.id,
      email: second,
      actor: { userId: secondPerson.id, kind: 'user' },
    }
    const secondApprover = await signIn(browser, another)
    await secondApprover.goto(`${base}/payment-orders/${order.id}`)
    await secondApprover
      .getByRole('button', { name: /^Aprobar/ })
      .first()
      .click()
    await secondApprover
      .getByRole('dialog')
      .getByRole('button', { name: /^Aprobar/ })
      .click()
    await confirmIdentity(secondApprover, another)
    await secondApprover
      .getByText(/aprobado/)
      .first()
      .waitFor()

    // The file for the bank.
    await secondApprover.goto(`${base}/paysuppliers?tab=buffer`)
    await secondApprover.getByRole('row').filter({ hasText: 'VB/26/733' }).getByRole('checkbox').check()
    await secondApprover.getByRole('button', { name: 'Generar remesa' }).click()
    await secondApprover
      .getByRole('dialog')
      .getByRole('button', { name: /^Generar remesa/ })
      .click()
    await secondApprover.waitForURL('**/payment-batches/*')
    serious.push(...(await seriousFindings(secondApprover)))
    const [download] = await Promise.all([
      secondApprover.waitForEvent('download'),
      secondApprover.getByRole('link', { name: /Descargar/ }).click(),
    ])
    const xml = await readFile(await download.path(), 'utf8')
    const file = readPain001(xml)
    assert.deepEqual((await validateXml(xml, 'pain.001.001.09')).errors, [])
    assert.equal(file.totalMinor, order.amountMinor)
    await secondApprover.getByRole('button', { name: 'Marcar como enviada' }).click()
    await secondApprover
      .getByRole('dialog')
      .getByRole('button', { name: /Marcar como enviada/ })
      .click()
    await secondApprover.getByText('se espera el extracto').waitFor()

    // Next day the statement comes in and the payment is matched.
    const senior = await signIn(browser, stage.senior)
    const on = nextTargetDay(today())
    const text = norma43Text(stage.iban, 'HOTELES BAHIA SERENA', addDays(on, -1), on, 5_000_000, [
      {
        on,
        amountMinor: -order.amountMinor,
        concept: '04',
        text: `TRANSF ${order.endToEndId} BODEGAS HERMANOS URRUTIA`,
      },
    ])
    await senior.goto(`${base}/accounts/${stage.bankAccountId}/statements/create`)
    serious.push(...(await seriousFindings(senior)))
    await senior
      .locator('input[type=file]')
      .setInputFiles({ name: 'extracto.n43', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') })
    await senior.getByRole('button', { name: 'Ver antes de importar' }).click()
    await senior
      .getByRole('button', { name: /^Importar/ })
      .last()
      .click()
    await senior
      .getByText(/Importadas 1/)
      .first()
      .waitFor()
    await suggestMatches(stage.bankAccountId)
    await senior.goto(`${base}/accounts/${stage.bankAccountId}/reconcile`)
    await senior.getByText('1 de 1 conciliados').waitFor()
    serious.push(...(await seriousFindings(senior)))

    const end = await oneRow<{ order: string; payment: string }>(
      `select o.status as order, i.payment_state as payment from payment_orders o join invoices i on i.id = o.source_id where o.id = :id`,
      { id: order.id }
    )
    assert.deepEqual(end, { order: 'reconciled', payment: 'paid' })
    assert.deepEqual(
      (await checkInvariants()).filter((result) => result.violations > 0),
      []
    )
    assert.deepEqual(serious, [])
  }).timeout(180_000)
})
