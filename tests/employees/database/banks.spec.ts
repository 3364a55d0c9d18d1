import { test } from '@japa/runner'
import { addBank } from '#app/employees/actions/add_bank'
import {
  disableBank,
  makeDefaultBank,
  rejectBank,
  verifyBank,
  waiveCooling,
} from '#app/employees/actions/employee_banks'
import { type EmployeeData, updateEmployee } from '#app/employees/actions/update_employee'
import Employee from '#app/employees/models/employee'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'
import { makeEmployee, makeEmployeeBank } from '#tests/factories/staff'

async function stage() {
  const [person, second, approver] = [
    await makeUser('superC0ntab1l1dad'),
    await makeUser('superC0ntab1l1dad'),
    await makeUser('aprobador'),
  ]
  const { siteId } = await makeSite()
  const employee = await makeEmployee(siteId, person)
  return { person, second, approver, siteId, employee, bank: await makeEmployeeBank(employee.id, person) }
}

const stateOf = (bankId: number) =>
  oneRow<{ verification: string; isDefault: boolean; waits: boolean }>(
    `select verification, is_default, coalesce(payable_from > now() + interval '47 hours', false) as waits from employee_banks where id = :bankId`,
    { bankId }
  )

/** Saves the form of an employee with something else in it. */
async function change(employeeId: number, changes: Partial<EmployeeData>, { actor }: Person): Promise<void> {
  const shown = await Employee.findOrFail(employeeId)
  await updateEmployee(
    employeeId,
    {
      code: shown.code,
      firstName: shown.firstName,
      lastName: shown.lastName,
      taxId: String(shown.taxId),
      socialSecurityNo: shown.socialSecurityNo,
      birthDate: shown.birthDate,
      email: shown.email,
      phone: shown.phone,
      address: shown.address,
      userId: shown.userId,
      lockVersion: shown.lockVersion,
      ...changes,
    },
    actor
  )
}

test.group('Bank details of an employee', () => {
  test('a new one waits for another person, and then for the cooling time', async ({ assert }) => {
    const { person, second, approver, bank } = await stage()

    assert.deepEqual(await stateOf(bank.bankId), {
      verification: 'unverified',
      isDefault: true,
      waits: false,
    })
    await assert.rejects(() => verifyBank(bank, 'certificate', person.actor), /persona distinta/)
    await verifyBank(bank, 'certificate', second.actor)
    assert.deepEqual(await stateOf(bank.bankId), { verification: 'verified', isDefault: true, waits: true })
    await assert.rejects(
      () => waiveCooling(bank, 'no', approver.actor),
      'Indique el motivo con al menos 5 letras.'
    )
    await waiveCooling(bank, 'Paga de hoy', approver.actor)

    assert.isFalse((await stateOf(bank.bankId)).waits)
  })

  test('the employee is told by e-mail, with the last four of the account and no more', async ({
    assert,
  }) => {
    const { employee, bank } = await stage()

    const mail = await oneRow<{ to: string; body: string; status: string }>(
      `select "to", body, status from outgoing_mails where object_type = 'employee' and object_id = :id`,
      { id: employee.id }
    )

    assert.equal(mail.to, 'lucia.romero@prueba.test')
    assert.equal(mail.status, 'queued')
    assert.include(mail.body, `terminada en ${bank.iban.slice(-4)}`)
    assert.notInclude(mail.body, bank.iban.slice(0, 20))
  })

  test('who is paid on an account does not verify it', async ({ assert }) => {
    const { second, employee, bank } = await stage()
    await execute(`update employees set user_id = :userId where id = :id`, {
      id: employee.id,
      userId: second.id,
    })

    await assert.rejects(() => verifyBank(bank, 'in_person', second.actor), /en la que cobra usted/)
  })

  test('nobody takes themselves off their own record: it is what holds them to four eyes', async ({
    assert,
  }) => {
    const { person, second, employee } = await stage()
    const link = (userId: number | null, by: typeof person) => change(employee.id, { userId }, by)
    await link(second.id, person)

    const error = await link(null, second).then(
      () => null,
      (refusal: { code: string; field: string; message: string }) => refusal
    )
    await change(employee.id, { phone: '600 100 200' }, second)

    assert.deepInclude(error, {
      code: 'E_FOUR_EYES',
      field: 'user_id',
      message: 'Su propio usuario debe cambiarlo otra persona.',
    })
    assert.deepEqual(
      await oneRow(`select user_id, phone from employees where id = :id`, { id: employee.id }),
      { userId: second.id, phone: '600 100 200' }
    )
    await link(null, person)
  })

  test('a listed IBAN is refused when it is entered and when it is verified, and the try stays on record', async ({
    assert,
  }) => {
    const { person, second, employee, bank } = await stage()
    const listed = makeIban()
    const list = (iban: string) =>
      execute(
        `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Denunciada')`,
        { iban }
      )
    await list(listed)
    await list(bank.iban)
    const add = {
      employeeId: employee.id,
      iban: listed,
      bic: null,
      holderName: 'Lucía Romero Gil',
      isConfirmed: true,
    }

    await assert.rejects(() => addBank(add, person.actor), /lista negra/)
    await assert.rejects(() => verifyBank(bank, 'certificate', second.actor), /lista negra/)

    const hits = await rows(
      `select iban from iban_blacklist_hits where object_type = 'employee' and object_id = :id`,
      {
        id: employee.id,
      }
    )
    assert.sameDeepMembers(hits, [{ iban: listed }, { iban: bank.iban }])
  })

  test('an account of another employee, or in another name, is kept only when somebody stands by it', async ({
    assert,
  }) => {
    const { person, siteId, bank } = await stage()
    const other = await makeEmployee(siteId, person)
    const shared = {
      employeeId: other.id,
      iban: bank.iban,
      bic: null,
      holderName: 'Lucía Romero Gil',
      isConfirmed: false,
    }
    const foreign = { ...shared, iban: makeIban(), holderName: 'Zacarías Quintana Ñíguez' }

    await assert.rejects(() => addBank(shared, person.actor), /ya es de otro empleado/)
    await assert.rejects(() => addBank(foreign, person.actor), /El titular no coincide/)
    assert.isNumber(await addBank({ ...shared, isConfirmed: true }, person.actor))
    assert.isNumber(await addBank({ ...foreign, isConfirmed: true }, person.actor))
  })

  test('outside SEPA the BIC is asked for', async ({ assert }) => {
    const { person, employee } = await stage()
    const add = (bic: string | null) =>
      addBank(
        {
          employeeId: employee.id,
          iban: 'TR330006100519786457841326',
          bic,
          holderName: 'Lucía Romero Gil',
          isConfirmed: true,
        },
        person.actor
      )

    await assert.rejects(() => add(null), /hace falta el BIC/)
    await assert.rejects(() => add('NOPE'), /El BIC no es válido/)
    assert.isNumber(await add('AKBKTRIS'))
  })

  test('one default at a time; a rejected or disabled one is none, and comes back unverified', async ({
    assert,
  }) => {
    const { person, second, employee, bank } = await stage()
    const other = await makeEmployeeBank(employee.id, person)

    await makeDefaultBank(other, person.actor)
    assert.isFalse((await stateOf(bank.bankId)).isDefault)
    await rejectBank(other, 'No es suya', second.actor)
    assert.deepInclude(await stateOf(other.bankId), { verification: 'rejected', isDefault: false })
    await assert.rejects(() => makeDefaultBank(other, person.actor), /no puede ser la predeterminada/)
    await verifyBank(bank, 'certificate', second.actor)
    await disableBank(bank, second.actor)
    const again = await addBank(
      {
        employeeId: employee.id,
        iban: bank.iban,
        bic: null,
        holderName: 'Lucía Romero Gil',
        isConfirmed: false,
      },
      second.actor
    )

    assert.equal(again, bank.bankId)
    assert.deepEqual(await stateOf(bank.bankId), {
      verification: 'unverified',
      isDefault: true,
      waits: false,
    })
    await assert.rejects(() => verifyBank(bank, 'certificate', second.actor), /persona distinta/)
  })

  test('an account is named with its own employee or not at all', async ({ assert }) => {
    const { person, second, siteId, bank } = await stage()
    const other = await makeEmployee(siteId, person)

    await assert.rejects(
      () => verifyBank({ employeeId: other.id, bankId: bank.bankId }, 'certificate', second.actor),
      'La cuenta no es de este empleado.'
    )
  })
})
