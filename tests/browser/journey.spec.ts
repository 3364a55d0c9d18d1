import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { norma43Text } from '#app/demo/books/norma43_text'
import { readInvoice } from '#app/invoices/intake/read_invoice'
import { oneRow } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { nextTargetDay } from '#app/kernel/time/working_days'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { readPain001 } from '#app/payments/files/read_pain001'
import { validateXml } from '#app/payments/files/validate_xml'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { seriousFindings } from '#tests/browser/axe'
import { startClean } from '#tests/browser/clean_start'
import { setJourneyStage } from '#tests/browser/journey_stage'
import { act, confirmIdentity, signIn } from '#tests/browser/sign_in_page'
import type { Person } from '#tests/factories/people'

const SAMPLE = 'tests/reading/files/syn-bodega-1.pdf'

test.group('The first journey', (group) => {
  startClean(group)

  test('a supplier invoice is read, approved, booked, paid by a bank file and matched on the statement', async ({
    assert,
  }) => {
    const stage = await setJourneyStage()
    const serious: string[] = []

    // The accountant drops the PDF and it is read.
    const accountant = await signIn(stage.accountant)
    await accountant.goto('/invoices')
    await accountant.getByRole('button', { name: 'Subir facturas' }).first().click()
    await accountant.locator('input[type=file]').setInputFiles(SAMPLE)
    await accountant.getByRole('button', { name: 'Subir factura', exact: true }).click()
    await accountant.getByText('subida: se está leyendo').waitFor()
    const upload = await oneRow<{ invoiceId: number; fileId: number }>(
      `select invoice_id, file_id from invoice_files where kind = 'original' order by id desc limit 1`
    )
    await readInvoice(upload)
    await accountant.goto(`/invoices/${upload.invoiceId}`)
    await accountant.getByText('VB/26/733').first().waitFor()
    serious.push(...(await seriousFindings(accountant)))
    await act(accountant, 'Enviar a aprobación')
    await accountant.getByText('enviada a aprobación').waitFor()

    // Somebody else approves, and it is booked.
    const approver = await signIn(stage.approver)
    await approver.goto(`/invoices/${upload.invoiceId}`)
    await act(approver, /^Aprobar/)
    await approver.getByText('aprobada y contabilizada').waitFor()

    // The accountant orders the payment and puts it into the buffer.
    await accountant.goto(`/paysuppliers?q=urrutia`)
    await accountant.getByRole('row').filter({ hasText: 'VB/26/733' }).getByRole('checkbox').check()
    await act(accountant, 'Crear pagos', /^Crear/)
    await accountant
      .getByText(/creado/)
      .first()
      .waitFor()
    const order = await oneRow<{ id: number; endToEndId: string; amountMinor: number }>(
      `select id, end_to_end_id, amount_minor from payment_orders where source_id = :id and source_type = 'invoice'`,
      { id: upload.invoiceId }
    )
    await accountant.goto(`/paysuppliers?tab=draft`)
    serious.push(...(await seriousFindings(accountant)))
    await accountant.getByRole('row').filter({ hasText: 'VB/26/733' }).getByRole('checkbox').check()
    await act(accountant, 'Pasar a la bolsa', /^Pasar/)
    await accountant.getByText('pasado a la bolsa').waitFor()

    // Two approvers: a first payment to a supplier asks for one more.
    await approver.goto(`/payment-orders/${order.id}`)
    serious.push(...(await seriousFindings(approver)))
    await act(approver, /^Aprobar/)
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
    const secondApprover = await signIn(another)
    await secondApprover.goto(`/payment-orders/${order.id}`)
    await act(secondApprover, /^Aprobar/)
    await confirmIdentity(secondApprover, another)
    await secondApprover
      .getByText(/aprobado/)
      .first()
      .waitFor()

    // The file for the bank.
    await secondApprover.goto(`/paysuppliers?tab=buffer`)
    await secondApprover.getByRole('row').filter({ hasText: 'VB/26/733' }).getByRole('checkbox').check()
    await act(secondApprover, 'Generar remesa', /^Generar remesa/)
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
    await act(secondApprover, 'Marcar como enviada', /Marcar como enviada/)
    await secondApprover.getByText('se espera el extracto').waitFor()

    // Next day the statement comes in and the payment is matched.
    const senior = await signIn(stage.senior)
    const on = nextTargetDay(today())
    const text = norma43Text(stage.iban, 'HOTELES BAHIA SERENA', addDays(on, -1), on, 5_000_000, [
      {
        on,
        amountMinor: -order.amountMinor,
        concept: '04',
        text: `TRANSF ${order.endToEndId} BODEGAS HERMANOS URRUTIA`,
      },
    ])
    await senior.goto(`/accounts/${stage.bankAccountId}/statements/create`)
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
    await senior.goto(`/accounts/${stage.bankAccountId}/reconcile`)
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
