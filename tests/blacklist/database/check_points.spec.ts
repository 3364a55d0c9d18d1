import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { createCost } from '#app/legal/actions/save_cost'
import { createRecurrent } from '#app/payments/kinds/recurring/save_recurrent'
import { makeListed } from '#tests/factories/blacklist'
import { makeIban } from '#tests/factories/books'
import { readAs } from '#tests/factories/imports'
import { makeLegalStage, makeOpenProcedure, phasesOf } from '#tests/factories/legal'
import { makePaymentStage, rentAgreement } from '#tests/factories/payments'
import { makePayrollStage, type PayrollStage, payrollCsv } from '#tests/factories/payroll'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { makeDni } from '#tests/factories/staff'

const hitsOf = async (entryId: number) =>
  (
    await rows<{ point: string; outcome: string }>(
      `select point, outcome from iban_blacklist_hits where entry_id = :entryId order by id`,
      { entryId }
    )
  ).map(({ point, outcome }) => `${point} ${outcome}`)

/** Listed behind the back of the sweep, as an account of a country or bank that was there before. */
async function listQuietly(iban: string): Promise<number> {
  const [entry] = await rows<{ id: number }>(
    `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Denunciada') returning id`,
    { iban }
  )
  return entry?.id ?? 0
}

test.group('A listed account in a file', () => {
  const read = ({ siteId, employees, person }: PayrollStage, purpose: 'look' | 'bring' = 'look') =>
    readAs(
      'payroll',
      payrollCsv(employees, () => '1.500,00'),
      person.actor,
      { scope: [siteId], purpose }
    )

  test('takes its row of a payroll out, warns in another, and is only an attempt when brought in', async ({
    assert,
  }) => {
    const stage = await makePayrollStage(3)
    const [first, second] = stage.employees
    const blockedId = await listQuietly(first?.iban ?? '')
    const { id: warnedId } = await makeListed(stage.person, { value: second?.iban ?? '', severity: 'warn' })

    const seen = await read(stage)
    assert.deepEqual(
      seen.map(({ state, errors, warnings }) => [state === 'right', ...errors, ...warnings]),
      [
        [false, 'El IBAN está en la lista negra. Motivo: Denunciada.'],
        [
          true,
          'Lista negra (aviso): Denunciada por el banco. El pago necesitará una aprobación más y un comentario.',
        ],
        [true],
      ]
    )
    assert.deepEqual(await hitsOf(blockedId), [])

    await read(stage, 'bring')
    assert.deepEqual(await hitsOf(blockedId), ['payment_upload.payroll blocked'])
    assert.deepEqual(await hitsOf(warnedId), ['payment_upload.payroll warned'])
  })

  test('is told although the file names another account than that of the person', async ({ assert }) => {
    const stage = await makePayrollStage(1)
    const [only] = stage.employees
    const iban = makeIban()
    const entryId = await listQuietly(iban)
    const seen = await read({ ...stage, employees: only ? [{ ...only, iban }] : [] }, 'bring')
    assert.deepEqual(seen[0]?.errors, ['El IBAN está en la lista negra. Motivo: Denunciada.'])
    assert.deepEqual(await hitsOf(entryId), ['payment_upload.payroll blocked'])
  })

  test('takes its row of supplier payments out and is an attempt', async ({ assert }) => {
    const stage = await makePaymentStage()
    await makeBookedInvoice(stage, 'LN-1', 12_100)
    const entryId = await listQuietly(stage.provider.iban)
    const [provider] = await rows<{ taxId: string }>(`select tax_id::text from providers where id = :id`, {
      id: stage.provider.id,
    })
    const text = `NIF proveedor;Nº factura;Importe\r\n${provider?.taxId};LN-1;121,00`
    const seen = await readAs('supplier-payments', text, stage.creator.actor, {
      scope: [stage.siteId],
      purpose: 'bring',
    })
    assert.deepEqual(
      seen.map(({ state, errors }) => [state, ...errors]),
      [['wrong', 'El IBAN está en la lista negra. Motivo: Denunciada.']]
    )
    assert.deepEqual(await hitsOf(entryId), ['payment_upload.supplier blocked'])
  })

  test('is an attempt in a file of employees too', async ({ assert }) => {
    const stage = await makePayrollStage(1)
    const { id, value } = await makeListed(stage.person)
    const { id: warnedId, value: warned } = await makeListed(stage.person, { severity: 'warn' })
    const [site] = await rows<{ code: string }>(`select code from sites where id = :id`, { id: stage.siteId })
    const text = [
      'Nombre;Apellidos;DNI/NIE;Empresa;Alta;IBAN',
      ...[value, warned].map((iban) => `Ana;Gil;${makeDni()};${site?.code};01/02/2026;${iban}`),
    ].join('\r\n')
    const seen = await readAs('employees', text, stage.person.actor, {
      scope: [stage.siteId],
      purpose: 'bring',
    })
    assert.deepEqual(seen[0]?.errors, ['Este IBAN está en la lista negra y no puede guardarse.'])
    assert.match(seen[1]?.warnings[0] ?? '', /Lista negra \(aviso\)/)
    assert.deepEqual(await hitsOf(id), ['employee_import blocked'])
    assert.deepEqual(await hitsOf(warnedId), ['employee_import warned'])
  })
})

test.group('A listed account in what is agreed', () => {
  test('lets no recurring payment to it be made, also once the sweep has taken it out of use', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const { id } = await makeListed(stage.person, { value: stage.provider.iban })
    await assert.rejects(
      () => createRecurrent(rentAgreement(stage), stage.person.actor),
      /está en la lista negra/
    )
    assert.deepEqual(await hitsOf(id), ['recurrent_payment blocked'])
  })

  test('is an attempt on the payee of a legal cost', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const { id, value } = await makeListed(stage.person)
    const [phase] = await phasesOf(procedureId)
    await assert.rejects(
      () =>
        createCost(
          procedureId,
          {
            phaseId: phase?.id ?? 0,
            concept: 'court_fee',
            description: 'Tasa del juzgado',
            providerId: null,
            payeeName: 'Juzgado',
            payeeIban: value,
            baseMinor: 10_000,
            vatMinor: 0,
            withholdingMinor: 0,
            dueOn: addDays(today(), 20),
            depositTerm: null,
            expenseCode: '623',
            documentId: null,
          },
          stage.creator.actor
        ),
      /está en la lista negra/
    )
    assert.deepEqual(await hitsOf(id), ['legal_cost blocked'])
  })
})
