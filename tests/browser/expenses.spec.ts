import limiter from '@adonisjs/limiter/services/main'
import { test } from '@japa/runner'
import { useReceiptReader } from '#app/expenses/receipt_reader'
import { oneRow } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { seriousFindings } from '#tests/browser/axe'
import { newPage } from '#tests/browser/browser'
import { startClean } from '#tests/browser/clean_start'
import { PHONE } from '#tests/browser/shell_page'
import { act, confirmIdentity, signIn } from '#tests/browser/sign_in_page'
import { makeExpenseStage, someReceipt } from '#tests/factories/expenses'

/** A form sent sooner after it was opened is passed over. */
const TAKEN_FOR_A_PROGRAM_MS = 3_200

test.group('Expense notes in the browser', (group) => {
  startClean(group)

  test('an employee photographs a ticket on a telephone, accounting reviews it, somebody approves, it is ordered', async ({
    assert,
  }) => {
    await limiter.clear(['memory'])
    const stage = await makeExpenseStage()
    const { taxId } = await oneRow<{ taxId: string }>(
      `select tax_id as "taxId" from sites where id = :siteId`,
      stage
    )
    const serious: string[] = []
    const before = useReceiptReader(async () => ({
      issuedOn: today(),
      totalMinor: 4_315,
      vatMinor: null,
      vatRate: null,
      currency: 'EUR',
      supplierName: null,
      supplierTaxId: null,
      invoiceNumber: null,
      customerTaxId: null,
      pages: 1,
    }))

    // On the telephone, without an account.
    const phone = await newPage(PHONE)
    await phone.goto('/nota-de-gastos')
    const openedAt = Date.now()
    await phone.getByLabel('Nombre y apellidos').fill(stage.employee.name)
    await phone.getByRole('textbox', { name: /^NIF/ }).first().fill(stage.employee.taxId)
    await phone.getByLabel('Correo electrónico').fill('empleada@prueba.test')
    await phone.getByLabel('IBAN donde quiere cobrar').fill(stage.employee.iban)
    await phone.getByLabel('NIF de la empresa que le paga').fill(taxId)
    serious.push(...(await seriousFindings(phone, 'public note', [390])))
    await phone.getByRole('button', { name: 'Continuar' }).click()
    await phone.getByLabel('Concepto de la nota').fill('Cena con proveedores')
    await phone.getByRole('combobox', { name: 'Categoría' }).click()
    await phone.getByRole('option', { name: 'Comida' }).click()
    const { bytes } = someReceipt()
    await phone
      .locator('input[type=file]')
      .setInputFiles({ name: 'ticket.pdf', mimeType: 'application/pdf', buffer: bytes })
    await phone.getByText('Datos leídos del justificante').waitFor()
    useReceiptReader(before)
    assert.equal(await phone.getByLabel('Importe total').inputValue(), '43,15')
    await phone.locator('[id="field-lines.0.concept"]').fill('Cena')
    serious.push(...(await seriousFindings(phone, 'public lines', [390])))
    await phone.getByRole('button', { name: 'Continuar' }).click()
    await phone.getByLabel('Acepto la política de privacidad').check()
    await phone.waitForTimeout(Math.max(0, TAKEN_FOR_A_PROGRAM_MS - (Date.now() - openedAt)))
    await phone.getByRole('button', { name: 'Enviar la nota de gastos' }).click()
    await phone.getByRole('heading', { name: 'Nota de gastos enviada' }).waitFor()
    const note = await oneRow<{ id: number; number: string; employeeId: number }>(
      `select id, number, employee_id as "employeeId" from expense_notes where title = 'Cena con proveedores'`
    )
    assert.equal(note.employeeId, stage.employee.id)
    await phone.getByRole('link', { name: 'Ver el estado' }).click()
    await phone.getByText('Recibida').first().waitFor()
    serious.push(...(await seriousFindings(phone, 'public status', [390])))

    // At a desk.
    const reviewer = await signIn(stage.reviewer)
    await reviewer.goto('/payexpenses')
    serious.push(...(await seriousFindings(reviewer, 'notes')))
    await reviewer.getByRole('link', { name: note.number }).click()
    await act(reviewer, 'Revisar')
    await reviewer.getByText('En revisión').first().waitFor()
    serious.push(...(await seriousFindings(reviewer, 'note')))
    const [approverPerson] = stage.approvers
    const approver = await signIn(approverPerson)
    await approver.goto(`/payexpenses/${note.id}`)
    await act(approver, /^Aprobar/)
    await confirmIdentity(approver, approverPerson)
    await approver.getByText('aprobada y contabilizada').waitFor()

    await reviewer.goto('/payexpenses?tab=approved')
    await reviewer.getByRole('row').filter({ hasText: note.number }).getByRole('checkbox').check()
    await act(reviewer, 'Pasar a la bolsa', /^Pasar/)
    await reviewer.getByText('pasado a la bolsa').waitFor()
    await phone.reload()
    await phone.getByText('Pago en curso').first().waitFor()

    assert.deepEqual(serious, [])
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  }).timeout(240_000)
})
